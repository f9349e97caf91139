/** `pnpm backup [FILE] [--with-connections]`. The server runs it with `--if-due`. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isBackupDue, recordFirst } from '../../operations/backups/backup-worker.ts';
import { alone } from '../../db/folder-lock.ts';
import { deleteOutdated, makeBackup } from '../../operations/backups/make-backup.ts';
import { backupName, folderStore, openStore } from '../../operations/backups/store.ts';
import { openDatabase } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readEnv, type Env } from '../../base/settings/env.ts';
import { waitsForOldMachine } from '../../db/shop-settings.ts';
import { commandName } from '../../base/command-name.ts';
import { rulesOf } from '../../db/rules.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { databaseFile, withSaved } from '../../operations/open-database.ts';
import { runCommand } from './open-shop.ts';

const WITH_CONNECTIONS = '--with-connections';
const now = () => new Date();

await runCommand(async () => {
  // The archive contains customers' data.
  process.umask(0o077);
  const all = process.argv.slice(2);
  const withConnections = all.includes(WITH_CONNECTIONS);
  const argument = all.find((one) => one !== WITH_CONNECTIONS);
  const env = withSaved(readEnv());
  if (!existsSync(databaseFile(env))) throw new Error(`No shop database found at ${databaseFile(env)}.`);
  await alone(env.dataDir, async () => {
    if (argument === '--if-due') return backUpIfDue(env);
    if (argument !== undefined)
      return backUpTo(env, resolve(process.env['INIT_CWD'] ?? '.', argument), withConnections);
    console.log(`Backup saved as ${await backUpToStore(env)}.`);
  });
});

async function backUpTo(
  { dataDir, backup: { key } }: Env,
  file: string,
  withConnections: boolean,
): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name.`);
  await makeBackup({
    dataDir,
    store: folderStore(dirname(file)),
    name: basename(file),
    key,
    withConnections,
  });
  console.log(`Backup saved to ${file}.`);
  if (!key && !withConnections)
    console.log(
      `It isn’t encrypted, so it leaves out what was saved under Connections. To include it, add ${WITH_CONNECTIONS}.`,
    );
}

async function backUpIfDue(env: Env): Promise<void> {
  const db = openDatabase(databaseFile(env));
  // Another process may have made it while this one waited.
  const isDue = isBackupDue({ db, now });
  db.$client.close();
  if (isDue) await backUpToStore(env);
}

/** Two machines in one place would delete each other’s backups. */
function requireOneMachine(env: Env): void {
  const db = openDatabase(databaseFile(env));
  const waits = waitsForOldMachine(db);
  db.$client.close();
  if (waits)
    throw new Error(
      'This shop was restored from another machine, which may still back up to the same place. First log in and say that the old machine is off.',
    );
}

async function backUpToStore(env: Env): Promise<string> {
  const { dataDir, backup } = env;
  const store = openStore(backup);
  if (!store)
    throw new Error(
      `Set BACKUP_TO to a folder or a store, or name a file: ${commandName('backup', 'monday.tar.gz')}`,
    );
  requireOneMachine(env);
  const name = backupName(now(), backup.key !== undefined);
  // The server tells who waits for it.
  const onStep = (step: string) => console.log(`Now: ${step}`);
  const facts = await makeBackup({ dataDir, store, name, key: backup.key, onStep });
  const db = openDatabase(databaseFile(env));
  await inTransaction(db, () => {
    upkeepStore.record(db, 'backup', null, now());
    recordFirst(db, facts, now());
  });
  const { keptHours: hours, keptDays: days } = rulesOf(env, db);
  db.$client.close();
  await deleteOutdated(store, name, { hours, days });
  return name;
}
