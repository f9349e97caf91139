/** `pnpm restore [FILE|NAME|latest]` */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreBackup } from '../backups/restore-backup.ts';
import { listBackups, openStore, timeOf, type Store, type StoredBackup } from '../backups/store.ts';
import { readEnv } from '../env.ts';
import { runCommand } from './open-shop.ts';

const HOUR_MS = 60 * 60_000;

await runCommand(async () => {
  process.umask(0o077);
  const source = process.argv[2];
  const { dataDir, backup } = readEnv();
  const store = openStore(backup);
  if (source === undefined) return printBackups(store);
  const download = join(dataDir, '.download');
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download);
  try {
    const given = resolve(process.env['INIT_CWD'] ?? '.', source);
    const file = existsSync(given) || !store ? given : await fetchBackup(store, source, download);
    const now = new Date();
    const restored = await restoreBackup({ dataDir, file, key: backup.key, now });
    const { orders, lastOrder, nextOrder, kept } = restored;
    console.log(
      `Restored ${orders} orders.${lastOrder ? ` The last one is ${lastOrder}.` : ''} The next one will be ${nextOrder}.`,
    );
    console.log(`The previous contents of the data folder are in ${kept}.`);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
});

async function fetchBackup(store: Store, source: string, folder: string): Promise<string> {
  const backups = await listBackups(store);
  const name = source === 'latest' ? newest(backups) : source;
  if (!backups.some((one) => one.name === name))
    throw new Error(`No file or backup is named ${name}. Run pnpm restore to list the backups.`);
  return store.fetch(name, folder);
}

function newest([first]: StoredBackup[]): string {
  if (!first) throw new Error('There are no backups in BACKUP_TO yet.');
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
      `${name}  ${when.format(timeOf(name) ?? undefined)}  ${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`,
    );
  console.log('Restore one with pnpm restore NAME, or the newest with pnpm restore latest.');
}
