import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { openArchive } from './archive.ts';
import { rowOf, saveConnection } from '../../db/connection-store.ts';
import { alone } from '../../db/folder-lock.ts';
import { deleteOutdated, makeBackup } from './make-backup.ts';
import { backupName, folderStore, type Store } from './store.ts';

const at = (hour: number) => backupName(new Date(Date.UTC(2026, 10, 21, hour)), false);

test('a nearly full disk is left to the orders', async () => {
  const { folder, addOrders } = shopFolder(1);
  const store = folderStore(tempFolder());
  const freeBytes = () => 50 * 1024 * 1024;
  await expect(
    makeBackup({ dataDir: folder, store, name: at(10), key: undefined, freeBytes }),
  ).rejects.toThrow(/^Not enough space in .*: a backup needs 10\d MB free\.$/);
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
  await makeBackup({ dataDir: folder, store, name: at(9), key: undefined });
  await expect(
    makeBackup({ dataDir: folder, store: careless, name: at(10), key: undefined }),
  ).rejects.toThrow('The backup was stored, but cannot be used.');
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
