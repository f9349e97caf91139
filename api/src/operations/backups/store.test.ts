import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { freePort } from '../../../test/shop/free-port.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { parseEnv } from '../../base/settings/env.ts';
import { folderStore, listBackups, openStore, type Store } from './store.ts';

const OLDER = 'northlight-2026-11-21T09-00-00Z.tar.gz';
const NEWER = 'northlight-2026-11-21T10-00-00Z.tar.gz.age';

function storeFrom(variables: Record<string, string>): Store {
  const { backup } = parseEnv({
    DATA_DIR: tempFolder(),
    SESSION_SECRET: 'a secret of thirty-two characters',
    ...variables,
  });
  const store = openStore(backup);
  if (!store) throw new Error('No store is set up.');
  return store;
}

function aFile(bytes: number): string {
  const file = join(tempFolder(), 'archive');
  writeFileSync(file, randomBytes(bytes));
  return file;
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test.each(['a folder', 'a store'])(
  '%s keeps backups, lists them newest first, and hides other files',
  async (kind) => {
    const store = kind === 'a folder' ? folderStore(tempFolder()) : storeFrom((await startS3()).variables);
    expect(await listBackups(store)).toEqual([]);
    const file = aFile(1_000);
    for (const name of [OLDER, NEWER, 'letter.txt']) await store.save(name, file);
    expect(await listBackups(store)).toEqual([
      { name: NEWER, bytes: 1_000 },
      { name: OLDER, bytes: 1_000 },
    ]);
    expect(hashOf(await store.fetch(OLDER, tempFolder()))).toBe(hashOf(file));
    await store.remove(NEWER);
    expect((await listBackups(store)).map(({ name }) => name)).toEqual([OLDER]);
  },
);

test('what a killed server left unfinished in a folder goes with the next backup, and nothing else does', async () => {
  const folder = tempFolder();
  for (const name of [`${OLDER}.unfinished`, `${NEWER}.unfinished`, 'thesis.unfinished', OLDER])
    writeFileSync(join(folder, name), 'x');
  await folderStore(folder).save(NEWER, aFile(1_000));
  expect(readdirSync(folder).toSorted()).toEqual([OLDER, NEWER, 'thesis.unfinished']);
});

test('a large backup is sent to a store in parts and comes back the same', async () => {
  const store = storeFrom((await startS3()).variables);
  const file = aFile(40 * 1024 * 1024);
  await store.save(NEWER, file);
  expect(hashOf(await store.fetch(NEWER, tempFolder()))).toBe(hashOf(file));
});

test('two shops can share a bucket under different prefixes', async () => {
  const { variables } = await startS3();
  await storeFrom(variables).save(OLDER, aFile(10));
  expect(await listBackups(storeFrom({ ...variables, BACKUP_TO: 's3://studio/other' }))).toEqual([]);
  expect(await listBackups(storeFrom({ ...variables, BACKUP_TO: 's3://studio' }))).toEqual([]);
});

test.each([
  [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, 'AWS_SECRET_ACCESS_KEY is wrong'],
  [{ AWS_ACCESS_KEY_ID: 'nobody' }, 'it does not know AWS_ACCESS_KEY_ID'],
  [{ BACKUP_TO: 's3://nowhere/x' }, 'the bucket does not exist. Check BACKUP_TO'],
])('a store that refuses %j says why, without the secret', async (change, reason) => {
  const store = storeFrom({ ...(await startS3()).variables, ...change });
  for (const bytes of [10, 9 * 1024 * 1024]) {
    await expect(store.save(OLDER, aFile(bytes))).rejects.toThrow(reason);
  }
  const refused = await store.list().catch(String);
  expect(refused).toContain(reason);
  expect(refused).not.toContain('S3RVER');
});

test('a store that cannot be reached, or hangs up, is named', async () => {
  const { variables } = await startS3();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await expect(storeFrom({ ...variables, BACKUP_S3_ENDPOINT: nobody }).list()).rejects.toThrow(
    `The store at ${nobody}/studio failed: ECONNREFUSED`,
  );
  const rude = createServer((socket) => socket.destroy());
  const port = await freePort();
  await new Promise<void>((resolve) => rude.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void rude.close());
  const store = storeFrom({ ...variables, BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` });
  await expect(store.save(OLDER, aFile(10))).rejects.toThrow(/failed: (UND_ERR_SOCKET|ECONNRESET|EPIPE)/);
});

test('a folder that is missing is not created, because its disk may not be mounted', async () => {
  const folder = tempFolder();
  rmSync(folder, { recursive: true });
  const store = folderStore(folder);
  const message = `The folder ${folder} does not exist. Create it, or mount its disk.`;
  await expect(store.save(OLDER, aFile(10))).rejects.toThrow(message);
  await expect(store.list()).rejects.toThrow(message);
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written is named', async () => {
  const folder = tempFolder();
  chmodSync(folder, 0o500);
  await expect(folderStore(folder).save(OLDER, aFile(10))).rejects.toThrow(
    'this account may not write there',
  );
});

test.skipIf(!existsSync('/dev/full'))('a full disk is named, and leaves nothing behind', async () => {
  const folder = tempFolder();
  symlinkSync('/dev/full', join(folder, `${OLDER}.unfinished`));
  await expect(folderStore(folder).save(OLDER, aFile(10))).rejects.toThrow(
    `Could not write to ${folder}: the disk is full.`,
  );
  expect(readdirSync(folder)).toEqual([]);
});
