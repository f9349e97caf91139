import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  chmodSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { openArchive } from './archive.ts';
import { rowOf, saveConnection } from '../../db/connection-store.ts';
import { alone } from '../../db/folder-lock.ts';
import { deleteOutdated, makeBackup } from './make-backup.ts';
import { backupName, folderStore, type Store, listBackups, openStore } from './store.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { freePort } from '../../../test/shop/free-port.ts';
import { startS3 } from '../../../test/s3/s3-server.ts';
import { parseEnv } from '../../base/settings/env.ts';

const at = (hour: number) => backupName(new Date(Date.UTC(2026, 10, 21, hour)), false);

test('a nearly full disk is left to the orders', async () => {
  const { folder, addOrders } = shopFolder(1);
  const store = folderStore(tempFolder());
  const freeBytes = () => 50 * 1024 * 1024;
  const job = { dataDir: folder, store, name: at(10), key: undefined, freeBytes };
  await expect(makeBackup(job)).rejects.toThrow(/^Not enough space in .*: a backup needs 10\d MB free\.$/);
  expect(await store.list()).toEqual([]);
  expect(existsSync(join(folder, '.backup-work'))).toBe(false);
  expect(addOrders(1)).toEqual(['ORD-10002']);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['loses the end of', (bytes) => bytes.subarray(0, bytes.length - 100)],
  ['returns another backup than', () => Buffer.from('SQLite format 3\0')],
  ['empties', () => Buffer.alloc(0)],
])('a store that %s a backup is found out, and the backup does not count', async (_how, change) => {
  const { folder } = shopFolder(3);
  const place = tempFolder();
  const store = folderStore(place);
  const careless: Store = {
    ...store,
    fetch: async (name, work) => {
      const file = join(work, 'fetched');
      writeFileSync(file, change(readFileSync(await store.fetch(name, work))));
      return file;
    },
  };
  const job = { dataDir: folder, key: undefined };
  await makeBackup({ ...job, store, name: at(9) });
  await expect(makeBackup({ ...job, store: careless, name: at(10) })).rejects.toThrow(
    'The backup was stored, but cannot be used.',
  );
  expect(readdirSync(place)).toEqual([at(9)]);
  expect(readdirSync(folder)).not.toContain('.backup-work');
});

test('a backup that cannot lock the data folder says why, and not that another one is running', async () => {
  const { folder } = shopFolder(1);
  // As with a full disk, SQLite cannot open its file.
  mkdirSync(join(folder, '.backup-lock'));
  await expect(alone(folder, async () => 'never')).rejects.toThrow(
    `Could not write to ${folder}: the database file can’t be opened.`,
  );
});

test('only outdated backups are deleted, and no other file', async () => {
  const place = tempFolder();
  const foreign = ['letter.txt', 'northlight-monday.tar.gz', `${at(1)}.txt`];
  for (const name of [...foreign, at(7), at(8), at(9)]) writeFileSync(join(place, name), '');
  await deleteOutdated(folderStore(place), at(9), { hours: 2, days: 1 });
  expect(readdirSync(place).toSorted()).toEqual([...foreign, at(8), at(9)].toSorted());
});

test('files of the mail folder that come and go during a backup do not make it fail', async () => {
  const { folder } = shopFolder(1);
  const mail = join(folder, 'mail');
  for (let index = 0; index < 300; index += 1) writeFileSync(join(mail, `old-${index}.eml`), 'Hello');
  const store = folderStore(tempFolder());
  let made = 0;
  const busy = setInterval(() => {
    // As the server writes an email, and as an erasure deletes some.
    for (let index = 0; index < 5; index += 1) {
      made += 1;
      writeFileSync(join(mail, `new-${made}.eml.part`), 'Hello');
      renameSync(join(mail, `new-${made}.eml.part`), join(mail, `new-${made}.eml`));
      rmSync(join(mail, `old-${made}.eml`), { force: true });
    }
  }, 5);
  onTestFinished(() => clearInterval(busy));
  await makeBackup({ dataDir: folder, store, name: at(9), key: undefined });
  clearInterval(busy);
  expect(made).toBeGreaterThan(0);
  const opened = tempFolder();
  await openArchive(await store.fetch(at(9), opened), undefined, opened);
  expect(readFileSync(join(opened, 'mail', '1.eml'), 'utf8')).toBe('Thank you, Ada.');
  expect(readdirSync(join(opened, 'mail')).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.each([
  ['isn’t encrypted', undefined, false, false],
  ['isn’t encrypted, because the owner says so', undefined, true, true],
  ['is encrypted', 'a key of more than twenty letters', false, true],
])('a backup that %s: whether it has saved connections', async (_what, key, withConnections, has) => {
  const { folder, withShop } = shopFolder(1);
  const values = { secretKey: { value: 'sk_test_1', by: 'ada', at: 1 } };
  const sealed = withShop((db) => {
    saveConnection(db, 'the secret of this shop, thirty-two', 'stripe', { values, earlier: [] });
    return rowOf(db, 'stripe')?.sealed ?? expect.fail('nothing was saved');
  });
  const place = tempFolder();
  await makeBackup({ dataDir: folder, store: folderStore(place), name: at(10), key, withConnections });
  const opened = tempFolder();
  await openArchive(join(place, at(10)), key, opened);
  // Not even in pages that the database no longer uses.
  expect(readFileSync(join(opened, 'northlight.db')).includes(sealed)).toBe(has);
  expect(withShop((db) => rowOf(db, 'stripe')?.sealed?.equals(sealed))).toBe(true);
});

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

test('a store that cannot be reached, hangs up, or is another service is named, and nothing more is told of it', async () => {
  const { variables } = await startS3();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const nothing = 'nothing answers there as an S3-compatible store. Check its address.';
  await expect(storeFrom({ ...variables, BACKUP_S3_ENDPOINT: nobody }).list()).rejects.toThrow(
    `The store at ${nobody}/studio failed: ${nothing}`,
  );
  const secret = '<Error><Code>INTERNAL-SECRET</Code><Message>of another service</Message></Error>';
  const other = createServer((socket) =>
    socket.end(
      `HTTP/1.1 403 No\r\ncontent-type: application/xml\r\ncontent-length: ${secret.length}\r\n\r\n${secret}`,
    ),
  );
  const otherPort = await freePort();
  await new Promise<void>((resolve) => other.listen(otherPort, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const elsewhere = `http://127.0.0.1:${otherPort}`;
  await expect(storeFrom({ ...variables, BACKUP_S3_ENDPOINT: elsewhere }).list()).rejects.toThrow(
    `The store at ${elsewhere}/studio failed: ${nothing}`,
  );
  const rude = createServer((socket) => socket.destroy());
  const port = await freePort();
  await new Promise<void>((resolve) => rude.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void rude.close());
  const store = storeFrom({ ...variables, BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}` });
  await expect(store.save(OLDER, aFile(10))).rejects.toThrow(nothing);
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
