/** `pnpm restore [FILE|NAME|latest] [--unencrypted]` */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DOWNLOADS } from '../../base/data-folder.ts';
import { alone, takeDataFolder } from '../../db/folder-lock.ts';
import { restoreBackup } from '../../operations/backups/restore-backup.ts';
import {
  isEncrypted,
  listBackups,
  openStore,
  timeOf,
  type Store,
  type StoredBackup,
} from '../../operations/backups/store.ts';
import { withSaved } from '../../operations/open-database.ts';
import { readEnv, type Env } from '../../base/settings/env.ts';
import { runCommand } from './open-shop.ts';
import { HOUR_MS } from '../../base/units.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { values, positionals } = parseArgs({
    options: { unencrypted: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [source] = positionals;
  const { dataDir, backup } = savedOrServers(readEnv());
  if (source === undefined) return printBackups(openStore(backup));
  const takesUnencrypted = values.unencrypted || backup.key === undefined;
  const folder = takeDataFolder(dataDir, 'A restore');
  try {
    await alone(dataDir, () => restore(source, takesUnencrypted, { dataDir, backup }));
  } finally {
    folder.release();
  }
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
  takesUnencrypted: boolean,
  { dataDir, backup }: Pick<Env, 'dataDir' | 'backup'>,
): Promise<void> {
  const store = openStore(backup);
  const download = join(dataDir, DOWNLOADS);
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download);
  try {
    const given = resolve(process.env['INIT_CWD'] ?? '.', source);
    const file =
      existsSync(given) || !store ? given : await fetchBackup(store, source, takesUnencrypted, download);
    const now = new Date();
    const restored = await restoreBackup({ dataDir, file, key: backup.key, now, takesUnencrypted });
    const { orders, lastOrder, nextOrder, kept } = restored;
    console.log(
      `Restored ${orders} orders.${lastOrder ? ` The last one is ${lastOrder}.` : ''} The next one will be ${nextOrder}.`,
    );
    console.log(`The previous contents of the data folder are in ${kept}.`);
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
    throw new Error(`No file or backup is named ${name}. Run pnpm restore to list the backups.`);
  return store.fetch(name, folder);
}

function newest([first]: StoredBackup[]): string {
  if (!first) throw new Error('There are no backups in BACKUP_TO yet, or none that is encrypted.');
  if (Number(timeOf(first.name)) > Date.now() + HOUR_MS)
    throw new Error(
      `${first.name} is dated in the future, so a clock is or was wrong. Run pnpm restore and choose a backup by its name.`,
    );
  return first.name;
}

async function printBackups(store: Store | null): Promise<void> {
  if (!store) throw new Error('Missing file name. Example: pnpm restore monday.tar.gz. Or set BACKUP_TO.');
  const backups = await listBackups(store);
  if (backups.length === 0) throw new Error('There are no backups in BACKUP_TO yet.');
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  for (const { name, bytes } of backups)
    console.log(
      `${name}  ${when.format(timeOf(name) ?? undefined)}  ${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB${isEncrypted(name) ? '' : '  not encrypted'}`,
    );
  console.log('Restore one with pnpm restore NAME, or the newest with pnpm restore latest.');
}
