import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { doctorContext } from '../../../test/shop/doctor-context.ts';
import { databaseIn, TEST_NOW } from '../../../test/shop/test-app.ts';
import type { Env } from '../../base/settings/env.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { openStore } from '../backups/store.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import {
  checkBackup,
  checkDatabaseFile,
  checkDeletedBackups,
  checkDiskSpeed,
  checkPermissions,
  spaceLine,
} from './data-checks.ts';

withBuiltScripts();

const GB = 1_024 ** 3;

function aContext(env: Partial<Env> = {}) {
  const dataDir = tempFolder();
  return doctorContext({ dataDir, ...env }, databaseIn(dataDir));
}

test.each([
  ['failure', 0.19, 100],
  ['warning', 0.9, 4],
  ['warning', 9, 100],
  ['ok', 10, 100],
])('disk space is a %s with %d of %d GB free', (state, free, all) => {
  expect(spaceLine(free * GB, all * GB)).toMatchObject({
    state,
    message: expect.stringMatching(/^[\d.]+ [MG]B \(\d+%\) is free\.$/),
  });
});

test('the disk’s speed is measured, and nothing is left behind', async () => {
  const context = aContext();
  const before = readdirSync(context.settings.dataDir);
  expect(await checkDiskSpeed(context)).toMatchObject({ message: expect.stringMatching(/takes \d+\.\d ms/) });
  expect(readdirSync(context.settings.dataDir)).toEqual(before);
});

test('a whole database is fine, with its size', async () => {
  expect(await checkDatabaseFile(aContext())).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^[\d.]+ MB, and [\d.]+ MB in the write-ahead log\.$/),
  });
});

test('a damaged database is a failure, and so is one whose last daily check failed', async () => {
  const context = aContext();
  const file = context.db.$client.name;
  context.db.$client.pragma('wal_checkpoint(TRUNCATE)');
  const pages = readFileSync(file);
  writeFileSync(
    file,
    Buffer.concat([pages.subarray(0, 9_000), Buffer.alloc(8_000, 'x'), pages.subarray(17_000)]),
  );
  expect(await checkDatabaseFile(context)).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('A check found a problem: '),
    advice: expect.stringContaining('restore a backup'),
  });
  const checked = aContext();
  upkeepStore.record(checked.db, 'database check', 'the database is damaged (row 3)', TEST_NOW);
  expect(await checkDatabaseFile(checked)).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('row 3'),
  });
});

test.skipIf(process.platform === 'win32')('a data folder that other accounts can open is a warning', () => {
  const context = aContext();
  expect(checkPermissions(context)).toMatchObject({ state: 'ok' });
  chmodSync(context.settings.dataDir, 0o755);
  expect(checkPermissions(context)).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('chmod 700'),
  });
});

test('a public shop needs backups that are neither late nor failing', () => {
  const publicUrl = 'https://shop.example.com';
  expect(checkBackup(aContext())).toMatchObject({ state: 'todo' });
  expect(checkBackup(aContext({ publicUrl }))).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('Connect backups under Settings'),
  });
  const context = aContext({ publicUrl });
  context.settings.backup = { ...context.settings.backup, to: { folder: '/backups' } as never };
  const record = (failure: string | null, hoursAgo: number) =>
    upkeepStore.record(context.db, 'backup', failure, new Date(TEST_NOW.getTime() - hoursAgo * 3_600_000));
  expect(checkBackup(context)).toMatchObject({ state: 'ok', message: 'No backup has been made yet.' });
  record(null, 3);
  expect(checkBackup(context)).toMatchObject({ state: 'warning' });
  record(null, 1);
  expect(checkBackup(context)).toMatchObject({
    state: 'ok',
    message: 'The last backup is from 2026-11-21 09:00 UTC.',
  });
  record('The disk is full.', 0);
  expect(checkBackup(context)).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('The disk is full.'),
  });
});

const DAY = 86_400_000;

/** A shop whose backups are in a store. `run` makes a backup at a time, and deletes one. */
async function withStore(options: { keepsVersions?: true } = {}) {
  const clock = { now: new Date('2026-11-21T10:00:00.437Z') };
  const s3 = await startS3(options.keepsVersions && { keepsVersions: () => clock.now });
  const { backup } = parseEnv({
    DATA_DIR: tempFolder(),
    SESSION_SECRET: 'a secret of thirty-two characters',
    ...s3.variables,
  });
  const context = { ...aContext({ backup }), now: () => clock.now };
  const store = openStore(backup);
  const file = join(tempFolder(), 'archive');
  writeFileSync(file, 'content');
  return {
    ...s3,
    clock,
    store,
    save: (name: string) => store?.save(name, file),
    state: async () => (await checkDeletedBackups(context))?.state,
  };
}

test('a bucket that keeps versions is found, until a rule has removed what was deleted for a week', async () => {
  const { clock, store, save, state, kept } = await withStore({ keepsVersions: true });
  expect(await state()).toBe('warning');
  await save('first');
  await save('second');
  await store?.remove('first');
  // It looks deleted.
  expect((await store?.list())?.map(({ name }) => name)).toEqual(['second']);
  expect(await state()).toBe('warning');
  clock.now = new Date(clock.now.getTime() + 8 * DAY);
  expect(await state()).toBe('warning');
  // The rule comes, and something was deleted today.
  kept.delete('northlight/first');
  await save('third');
  await store?.remove('third');
  expect(await state()).toBe('ok');
});

test('a bucket without versions deletes; a folder says nothing; a store that does not answer is no warning', async () => {
  const { state, directory } = await withStore();
  expect(directory).not.toBe('');
  expect(await state()).toBe('ok');
  expect(await checkDeletedBackups(aContext())).toBeNull();
  const folder = aContext();
  folder.settings.backup = { ...folder.settings.backup, to: { folder: tempFolder() } };
  expect(await checkDeletedBackups(folder)).toBeNull();
});

test('Backblaze B2 always keeps versions, whatever it says', async () => {
  const context = aContext();
  const s3 = {
    endpoint: 'https://s3.us-west-004.backblazeb2.com/studio',
    prefix: '',
    region: 'us-west-004',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  context.settings.backup = { ...context.settings.backup, to: { s3 } };
  const nobody = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('No network.'));
  onTestFinished(() => nobody.mockRestore());
  expect(await checkDeletedBackups(context)).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('lifecycle rule'),
  });
});
