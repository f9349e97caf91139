import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { testDatabase } from '../../../test/shop/test-app.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { type Db, openDatabase } from '../../db/client.ts';
import type { TestEmail } from '../../db/schema/server.ts';
import { inTransaction } from '../../db/transaction.ts';
import { parseEnv, withDataFolder } from '../../base/settings/env.ts';
import { createLog } from '../../base/log.ts';
import { backupState } from '../../db/upkeep-store.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import * as connectionStore from '../../db/connection-store.ts';
import { backupStep, isBackupDue, recordBackup, startBackups } from './backup-worker.ts';
import { backupName, openStore } from './store.ts';
import { UNTIL } from '../../../test/until.ts';

withBuiltScripts();

/** Each backup runs in its own process. */
const MINUTE = 60_000;

function aServer(variables: Record<string, string>) {
  const { folder, file, addOrders } = shopFolder(2);
  const all = { DATA_DIR: folder, PAYMENTS: 'demo', ...variables };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  const settings = withDataFolder(parseEnv({ SESSION_SECRET: 'a secret of thirty-two characters', ...all }));
  const db = openDatabase(file);
  const clock = { now: new Date() };
  const context = { db, settings, log: createLog('silent'), now: () => clock.now };
  const store = openStore(settings.backup);
  onTestFinished(() => {
    db.$client.close();
    vi.unstubAllEnvs();
  });
  return {
    folder,
    clock,
    context,
    addOrders,
    state: () => backupState(context),
    names: async () => ((await store?.list()) ?? []).map(({ name }) => name),
    start: (command?: string, limitMs?: number) => {
      const worker = startBackups(context, command, limitMs);
      onTestFinished(() => worker?.stop());
      return worker;
    },
  };
}

/** The first backup to a place is still to be made, and read back. */
const awaitFirst = (db: Db, test: TestEmail) =>
  inTransaction(db, () => {
    const version = connectionStore.versionOf(db, 'backups');
    connectionStore.recordCheck(db, 'backups', version, { failure: null, facts: [], test }, new Date());
  });

test('a backup is made at the start, then once in each hour, and old ones are deleted', async () => {
  const { variables } = await startS3();
  const { clock, context, state, names, start } = aServer({
    ...variables,
    BACKUP_KEY: 'correct horse battery staple',
    BACKUP_KEEP: '1h 1d',
  });
  const worker = start();
  await vi.waitFor(
    () => expect(state()).toMatchObject({ failure: null, lastSuccess: expect.any(Date) }),
    UNTIL,
  );
  const first = await names();
  expect(first).toEqual([expect.stringMatching(/^northlight-.*\.tar\.gz\.age$/)]);
  worker?.wake();
  await worker?.stop();
  expect(await names()).toEqual(first);
  const hourAgo = new Date(clock.now.getTime() - 60 * MINUTE);
  await inTransaction(context.db, () => upkeepStore.record(context.db, 'backup', null, hourAgo));
  // A name says the second. A fast machine makes two backups in one.
  await vi.waitFor(() => expect(first).not.toContain(backupName(new Date(), true)), UNTIL);
  start();
  await vi.waitFor(() => expect(state().lastSuccess).not.toEqual(hourAgo), UNTIL);
  await vi.waitFor(async () => expect(await names()).toHaveLength(1), UNTIL);
  expect(await names()).not.toEqual(first);
});

test('the first backup to a new place is made at once, with its steps, and says that it was read back', async () => {
  const folder = tempFolder();
  const { context, names, start } = aServer({
    BACKUP_TO: folder,
    BACKUP_KEY: 'correct horse battery staple',
  });
  const { db } = context;
  // This hour's backup is at the place of before.
  await inTransaction(db, () => upkeepStore.record(db, 'backup', null, new Date()));
  const worker = start();
  worker.wake();
  expect(await names()).toEqual([]);
  const seen = new Set<string | null>();
  const liveFeed = { publish: () => void seen.add(backupStep(db)) };
  Object.assign(context, { liveFeed });
  const test = { id: 'a', to: folder, at: Date.now() + MINUTE, isAnswered: false };
  await awaitFirst(db, test);
  worker.wake();
  const row = () => connectionStore.rowOf(db, 'backups');
  await vi.waitFor(() => expect(row()?.test?.isAnswered).toBe(true), UNTIL);
  await worker.stop();
  expect(await names()).toHaveLength(1);
  expect(row()).toMatchObject({
    failure: null,
    facts: ['The first backup was made, read back, and checked: 2 orders.'],
  });
  // A later one is not the first.
  await inTransaction(db, () =>
    recordBackup(db, { orders: 1, lastOrder: undefined, counter: 0 }, new Date()),
  );
  expect(row()).toMatchObject({ facts: ['The last backup was made, read back, and checked: 1 order.'] });
  expect([...seen].filter(Boolean).length).toBeGreaterThan(0);
  expect(backupStep(db)).toBeNull();
});

test('a first backup that fails says so on its card, and is tried again', async () => {
  const folder = join(tempFolder(), 'unplugged');
  const { context, names, start } = aServer({ BACKUP_TO: folder });
  const { db } = context;
  const test = { id: 'a', to: folder, at: Date.now(), isAnswered: false };
  await awaitFirst(db, test);
  const worker = start();
  const failure = () => connectionStore.rowOf(db, 'backups')?.failure;
  await vi.waitFor(() => expect(failure()).toMatch(/^The first backup failed: .*does not exist/), UNTIL);
  mkdirSync(folder);
  context.now = () => new Date(Date.now() + 6 * MINUTE);
  worker.wake();
  await vi.waitFor(() => expect(failure()).toBeNull(), UNTIL);
  expect(await names()).toHaveLength(1);
});

test('a failure is recorded with its reason, orders go on, and the next try minutes later heals it', async () => {
  const folder = join(tempFolder(), 'unplugged');
  const { clock, state, names, start, addOrders } = aServer({ BACKUP_TO: folder });
  const worker = start();
  const reason = `The folder ${folder} does not exist. Create it, or mount its disk.`;
  await vi.waitFor(() => expect(state()).toMatchObject({ lastSuccess: null, failure: reason }), UNTIL);
  expect(addOrders(1)).toEqual(['ORD-10003']);
  mkdirSync(folder);
  clock.now = new Date(clock.now.getTime() + 4 * MINUTE);
  worker?.wake();
  expect(await names()).toEqual([]);
  clock.now = new Date(clock.now.getTime() + 2 * MINUTE);
  worker?.wake();
  await vi.waitFor(
    () => expect(state()).toMatchObject({ failure: null, lastSuccess: expect.any(Date) }),
    UNTIL,
  );
  expect(await names()).toHaveLength(1);
});

test('a store that refuses the keys is reported without them', async () => {
  const { variables } = await startS3();
  const { state, start } = aServer({ ...variables, AWS_SECRET_ACCESS_KEY: 'hunter2hunter2' });
  start();
  await vi.waitFor(() => expect(state().failure).toContain('AWS_SECRET_ACCESS_KEY is wrong'), UNTIL);
  expect(state().failure).not.toContain('hunter2');
});

test('a backup that hangs or crashes is ended and recorded', async () => {
  const { clock, state, start } = aServer({ BACKUP_TO: tempFolder() });
  const scripts = tempFolder();
  const write = (name: string, script: string) => {
    writeFileSync(join(scripts, name), script);
    return join(scripts, name);
  };
  const hanging = start(write('hangs.js', 'setInterval(() => {}, 1000)'), 500);
  await vi.waitFor(() => expect(state().failure).toBe('It took too long and was ended.'), UNTIL);
  await hanging?.stop();
  clock.now = new Date(clock.now.getTime() + 60 * MINUTE);
  start(write('crashes.js', 'process.kill(process.pid, "SIGKILL")'));
  await vi.waitFor(() => expect(state().failure).toBe('Its process was ended (SIGKILL).'), UNTIL);
});

test('stopping the server ends a running backup, and the next one clears what it left', async () => {
  const { folder, state, names, start } = aServer({ BACKUP_TO: tempFolder() });
  const worker = start();
  await worker?.stop();
  expect(state()).toMatchObject({ lastSuccess: null, failure: null });
  mkdirSync(join(folder, '.backup-work', 'opened'), { recursive: true });
  writeFileSync(join(folder, '.backup-work', 'northlight.db'), 'half a copy');
  start();
  await vi.waitFor(() => expect(state().lastSuccess).not.toBeNull(), UNTIL);
  expect(await names()).toHaveLength(1);
  await vi.waitFor(() => expect(readdirSync(folder)).not.toContain('.backup-work'), UNTIL);
});

test('two servers and a person at the same time make one backup each hour, and one by hand', async () => {
  const { folder, names, state } = aServer({ BACKUP_TO: tempFolder() });
  const settings = { BACKUP_TO: process.env['BACKUP_TO'] ?? '' };
  const run = (args: string[]) => runCommand('backup', args, { dataDir: folder, settings });
  const ends = await Promise.all([run(['--if-due']), run(['--if-due']), run([])]);
  for (const end of ends) expect(end).toMatchObject({ code: 0, error: '' });
  expect((await names()).length).toBeLessThanOrEqual(2);
  expect(state().failure).toBeNull();
  rmSync(folder, { recursive: true });
  expect(await run([])).toMatchObject({
    code: 1,
    error: expect.stringContaining('No shop database found'),
  });
});

test.each([
  ['never', null, true],
  ['in this hour', '2026-11-21T10:00:00Z', false],
  ['in the hour before', '2026-11-21T09:59:59Z', true],
  ['days ago, while the server was off', '2026-11-18T10:30:00Z', true],
  ['in the future, by a clock that was set back since', '2027-11-21T10:30:00Z', true],
])('when the last backup was made %s (%s), one is due: %s', async (_when, last, isDue) => {
  const db = testDatabase();
  if (last !== null) await inTransaction(db, () => upkeepStore.record(db, 'backup', null, new Date(last)));
  expect(isBackupDue({ db, now: () => new Date('2026-11-21T10:59:59Z') })).toBe(isDue);
});
