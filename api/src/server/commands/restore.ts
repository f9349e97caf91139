/** `pnpm restore [FILE|NAME|latest] [--unencrypted]`. It asks nothing, so that the installer can run it. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DOWNLOADS } from '../../base/data-folder.ts';
import { alone, takeDataFolder } from '../../db/folder-lock.ts';
import { connectionFrom } from '../../operations/backups/moved-shop.ts';
import { type Job, type Restored, restoreBackup } from '../../operations/backups/restore-backup.ts';
import { withSheetHint } from '../../operations/backups/sheet.ts';
import {
  isEncrypted,
  listBackups,
  openStore,
  timeOf,
  type Store,
  type StoredBackup,
} from '../../operations/backups/store.ts';
import { withSaved } from '../../operations/open-database.ts';
import { commandName } from '../../base/command-name.ts';
import { readEnv, type Env } from '../../base/settings/env.ts';
import { afterRestore } from './after-restore.ts';
import { runCommand } from './open-shop.ts';
import { HOUR_MS } from '../../base/units.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    options: { unencrypted: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [source] = positionals;
  if (source === undefined) return printBackups(openStore(savedOrServers(readEnv()).backup));
  await withSheetHint(async () => {
    // Before `.env` is read: what is set there for good needs no connection.
    const connection = connectionFrom(process.env);
    const env = savedOrServers(readEnv());
    const takesUnencrypted = values.unencrypted || env.backup.key === undefined;
    const folder = takeDataFolder(env.dataDir, 'A restore');
    try {
      const job = { env, takesUnencrypted, connection };
      await afterRestore(await alone(env.dataDir, () => restore(source, job)));
    } finally {
      folder.release();
    }
  });
});

/** A damaged database must not keep anybody from restoring a backup. */
function savedOrServers(env: Env): Env {
  try {
    return withSaved(env);
  } catch {
    return env;
  }
}

async function restore(
  source: string,
  job: Omit<Job, 'dataDir' | 'file' | 'key' | 'now'>,
): Promise<Restored> {
  const { dataDir, backup } = job.env;
  const store = openStore(backup);
  const download = join(dataDir, DOWNLOADS);
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download);
  try {
    const given = resolve(process.env['INIT_CWD'] ?? '.', source);
    const file =
      existsSync(given) || !store
        ? given
        : await fetchBackup(store, source, job.takesUnencrypted ?? false, download);
    return await restoreBackup({ ...job, dataDir, file, key: backup.key, now: new Date() });
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

async function fetchBackup(
  store: Store,
  source: string,
  takesUnencrypted: boolean,
  folder: string,
): Promise<string> {
  const backups = await listBackups(store);
  const believed = backups.filter(({ name }) => takesUnencrypted || isEncrypted(name));
  const name = source === 'latest' ? newest(believed) : source;
  if (!backups.some((one) => one.name === name))
    throw new Error(`No file or backup is named ${name}. Run ${commandName('restore')} to list the backups.`);
  return store.fetch(name, folder);
}

function newest([first]: StoredBackup[]): string {
  if (!first) throw new Error('There are no backups in BACKUP_TO yet, or none that is encrypted.');
  if (Number(timeOf(first.name)) > Date.now() + HOUR_MS)
    throw new Error(
      `${first.name} is dated in the future, so a clock is or was wrong. Run ${commandName('restore')} and choose a backup by its name.`,
    );
  return first.name;
}

async function printBackups(store: Store | null): Promise<void> {
  if (!store)
    throw new Error(
      `Missing file name. Example: ${commandName('restore', 'monday.tar.gz')}. Or set BACKUP_TO.`,
    );
  const backups = await listBackups(store);
  if (backups.length === 0) throw new Error('There are no backups in BACKUP_TO yet.');
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  for (const { name, bytes } of backups)
    console.log(
      `${name}  ${when.format(timeOf(name) ?? undefined)}  ${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB${isEncrypted(name) ? '' : '  not encrypted'}`,
    );
  console.log(
    `Restore one with ${commandName('restore', 'NAME')}, or the newest with ${commandName('restore', 'latest')}.`,
  );
}
