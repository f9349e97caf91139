import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as adminStore from '../../people/session/admin-store.ts';
import * as tokenStore from '../../people/session/token-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { countWhere } from '../../db/prepared.ts';
import * as schema from '../../db/schema/orders.ts';
import { countBefore } from '../../work/fulfillment/promise-store.ts';
import { firstPasswordFile, keepFirstPassword } from '../../people/session/first-password.ts';
import { createPasswords } from '../../people/session/passwords.ts';
import { runCommand as run } from '../../../test/fixtures/run-command.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { aheadMs } from '../../money/payments/demo/demo-store.ts';

/** Each command runs in its own process. */

const refusal = (words: string) => ({ code: 1, error: expect.stringContaining(words) });

test('pnpm backup FILE and pnpm restore FILE work from the command line', async () => {
  const { folder, addOrders, orders } = shopFolder(2);
  const saved = await run('backup', ['monday.tar.gz'], { dataDir: folder });
  expect(saved).toMatchObject({ code: 0, error: '', out: expect.stringContaining('monday.tar.gz') });
  expect(await run('backup', ['monday.tar.gz'], { dataDir: folder })).toMatchObject(
    refusal('already exists. Choose another name.'),
  );
  addOrders(1);
  const restored = await run('restore', ['monday.tar.gz'], { dataDir: folder });
  expect(restored).toMatchObject({
    code: 0,
    error: '',
    out: expect.stringContaining(
      'Restored 2 orders. The last one is ORD-10002. The next one will be ORD-11003.',
    ),
  });
  expect(orders()).toBe(2);
  expect(await run('backup', [], { dataDir: folder })).toMatchObject(
    refusal('Set BACKUP_TO to a folder or a store, or name a file'),
  );
  expect(await run('restore', [], { dataDir: folder })).toMatchObject({
    code: 1,
    error: 'Missing file name. Example: pnpm restore monday.tar.gz. Or set BACKUP_TO.\n',
  });
});

test(
  'pnpm restore lists the backups, and takes one by its name or the latest',
  { tags: ['long'] },
  async () => {
    const { folder, addOrders, orders } = shopFolder(2);
    const settings = { BACKUP_TO: tempFolder(), BACKUP_KEY: 'correct horse battery staple' };
    const restore = (...args: string[]) => run('restore', args, { dataDir: folder, settings });
    expect(await restore()).toMatchObject({ code: 1, error: 'There are no backups in BACKUP_TO yet.\n' });
    const { out } = await run('backup', [], { dataDir: folder, settings });
    const name = /northlight-\S+\.age/.exec(out)?.[0] ?? '';
    expect((await restore()).out).toMatch(new RegExp(`^${name}  \\w+ \\d+, \\d{4}, .* MB\n`));
    addOrders(1);
    expect(await restore(name)).toMatchObject({ code: 0, error: '' });
    expect(await restore('latest')).toMatchObject({ code: 0, error: '' });
    expect(orders()).toBe(2);
    expect(await restore('northlight-1999')).toMatchObject(
      refusal('No file or backup is named northlight-1999.'),
    );
    renameSync(join(settings.BACKUP_TO, name), join(settings.BACKUP_TO, name.replace(/2\d{3}/, '2999')));
    expect(await restore('latest')).toMatchObject(refusal('dated in the future'));
    expect(readdirSync(folder).filter((entry) => entry.startsWith('.down'))).toEqual([]);
  },
);

test('with a key, pnpm restore latest sees no unencrypted backup, and takes one only with --unencrypted', async () => {
  const stranger = shopFolder(5);
  const { folder, orders } = shopFolder(2);
  const settings = { BACKUP_TO: tempFolder(), BACKUP_KEY: 'correct horse battery staple' };
  const restore = (...args: string[]) => run('restore', args, { dataDir: folder, settings });
  await run('backup', [], { dataDir: folder, settings });
  // A stranger who can write to the store puts a shop of their own there, with a later time.
  await run('backup', ['mine.tar.gz'], { dataDir: stranger.folder });
  const later = new Date(Date.now() + 60_000).toISOString().slice(0, 19).replaceAll(':', '-');
  const planted = `northlight-${later}Z.tar.gz`;
  copyFileSync(join(stranger.folder, 'mine.tar.gz'), join(settings.BACKUP_TO, planted));
  expect((await restore()).out).toMatch(new RegExp(`^${planted}  .* MB  not encrypted\n.*\\.age  .* MB\n`));
  expect((await restore('latest')).out).toContain('Restored 2 orders.');
  expect(await restore(planted)).toMatchObject(refusal('This backup is not encrypted with BACKUP_KEY'));
  // Under the name of an encrypted one, too.
  renameSync(join(settings.BACKUP_TO, planted), join(settings.BACKUP_TO, `${planted}.age`));
  expect((await restore(`${planted}.age`)).error).toContain('This backup is not encrypted with BACKUP_KEY');
  expect(orders()).toBe(2);
  expect((await restore(`${planted}.age`, '--unencrypted')).out).toContain('Restored 5 orders.');
});

test('pnpm admin:create creates an administrator, or sets a new password', async () => {
  const { folder, withShop } = shopFolder(0);
  const passwords = createPasswords();
  const matches = async (username: string, password: string) => {
    const hash = withShop((db) => adminStore.byUsername(db, username)?.password);
    return hash !== undefined && passwords.isRight(password, hash);
  };
  const made = await run('admin-create', ['grace'], { dataDir: folder, input: 'a calm north light\n' });
  expect(made).toMatchObject({ code: 0, error: '', out: 'Created grace. You can log in now.\n' });
  expect(await matches('grace', 'a calm north light')).toBe(true);
  keepFirstPassword(folder, 'grace', 'a calm north light');
  const token = withShop((db) =>
    tokenStore.create(db, {
      adminId: adminStore.byUsername(db, 'grace')?.id ?? 0,
      name: 'Zapier',
      role: 'owner',
      expiresAt: null,
      createdAt: new Date(),
    }),
  );
  const again = await run('admin-create', ['grace'], { dataDir: folder, input: 'another window\n' });
  expect(again.out).toContain('Password changed for grace');
  expect(withShop((db) => tokenStore.find(db, token, new Date()))).toBeUndefined();
  expect(existsSync(firstPasswordFile(folder))).toBe(false);
  expect(await matches('grace', 'another window')).toBe(true);
  expect(await matches('grace', 'a calm north light')).toBe(false);
  await run('admin-create', ['hugo'], { dataDir: folder, input: 'a calm north light\n' });
  expect(await matches('hugo', 'a calm north light')).toBe(true);
  const short = await run('admin-create', ['ida'], { dataDir: folder, input: 'short\n' });
  expect(short).toMatchObject({ code: 1, error: 'The password must be at least 8 characters.\n' });
  const common = await run('admin-create', ['ida'], { dataDir: folder, input: 'password1\n' });
  expect(common).toMatchObject(refusal('too common'));
});

test('pnpm seed fills a demo shop, but never one with real payments', async () => {
  const { folder, withShop, orders } = shopFolder(0);
  expect(await run('seed', ['40'], { dataDir: folder })).toMatchObject({ code: 0, error: '' });
  expect(orders()).toBe(40);
  // What the lists show as due has its promise.
  const openPromises = withShop((db) => countBefore(db, new Date(8.64e15)));
  expect(openPromises).toBeGreaterThanOrEqual(
    withShop((db) => countWhere(db, schema.orders, isNotNull(schema.orders.dueAt))),
  );
  expect(openPromises).toBeGreaterThan(0);
  withShop((db) => orderStore.insert(db, anOrder({ paymentMode: 'live' }), []));
  expect(await run('seed', ['40'], { dataDir: folder })).toMatchObject(refusal('real money'));
  expect(orders()).toBe(41);
});

test(
  'pnpm demo:advance moves the clock of a demo shop, and never one with real payments',
  { tags: ['long'] },
  async () => {
    const { folder, withShop } = shopFolder(0);
    const ahead = () => withShop((db) => aheadMs(db) / (24 * 60 * 60_000));
    const first = await run('demo-advance', ['35d'], { dataDir: folder });
    expect(first).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/now \d{4}-\d\d-\d\d\./) });
    await run('demo-advance', ['1d'], { dataDir: folder });
    expect(ahead()).toBe(36);
    for (const wrong of ['', '35', '-1d', '0d', '9999d'])
      expect(await run('demo-advance', [wrong], { dataDir: folder })).toMatchObject(
        refusal('Example: pnpm demo:advance 35d'),
      );
    const live = { PAYMENTS: 'live', ...STRIPE_KEYS };
    expect(await run('demo-advance', ['35d'], { dataDir: folder, settings: live })).toMatchObject(
      refusal('real payments'),
    );
    expect(ahead()).toBe(36);
  },
);

const STRIPE_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

test('a file that is no backup is named as it was typed, also where the command gets a copy of it', async () => {
  const { folder } = shopFolder(0);
  writeFileSync(join(folder, 'copy.tar.gz'), 'no backup');
  const settings = { NORTHLIGHT_COMMAND: 'northlight shop', NORTHLIGHT_FILE: 'monday.tar.gz' };
  const { code, error } = await run('restore', ['copy.tar.gz'], { dataDir: folder, settings });
  expect([code, error]).toEqual([1, 'monday.tar.gz is not a shop backup, or it is damaged.\n']);
});

test('pnpm run import says what would happen, imports, and takes it back', async () => {
  const { folder, orders } = shopFolder(0);
  const csv = 'email,name,date,amount\ncleo@cafe.example,Cleo Park,2024-03-05,80.00\ncleo,,,\n';
  writeFileSync(join(folder, 'old.csv'), csv);
  const importFile = (...args: string[]) => run('import', args, { dataDir: folder });
  expect((await importFile('old.csv')).out).toContain('To add: 1. Already there: 0. Refused: 1.');
  expect(await importFile('old.csv', '--run')).toMatchObject(refusal('The first is line 3: email'));
  expect(orders()).toBe(0);
  const { out } = await importFile('old.csv', '--run', '--skip-refused');
  expect(out).toBe('1 row imported, 1 refused. To take it back: pnpm run import --undo 1\n');
  expect(orders()).toBe(1);
  expect(await importFile('--undo', '2')).toMatchObject({ code: 1, out: '' });
  expect((await importFile('--undo', '1')).out).toBe('1 row removed.\n');
  expect(orders()).toBe(0);
});

test.each([
  ['customers.csv', undefined, 'customers.csv'],
  ['exchange.x1/old.csv', '/root/old.csv', '/root/old.csv'],
  ['exchange.x1/our customers.csv', 'our customers.csv', "'our customers.csv'"],
  ["exchange.x1/ada's.csv", "ada's.csv", "'ada'\\''s.csv'"],
  ['exchange.x1/Müller.csv', '../Müller.csv', '../Müller.csv'],
])('an import of %s, which was typed as %s, tells to import %s', async (file, typed, named) => {
  const { folder } = shopFolder(0);
  mkdirSync(join(folder, 'exchange.x1'));
  const csv = 'email,name,date,amount\ncleo@cafe.example,Cleo Park,2024-03-05,80.00\n';
  writeFileSync(join(folder, file), csv);
  const settings = { NORTHLIGHT_COMMAND: 'northlight shop', ...(typed && { NORTHLIGHT_FILE: typed }) };
  const { out, error } = await run('import', [file], { dataDir: folder, settings });
  expect(error).toBe('');
  expect(out.trim().split('\n').at(-1)).toBe(`To import: northlight shop import ${named} --run`);
  rmSync(join(folder, file));
  const gone = await run('import', [file], { dataDir: folder, settings });
  expect(gone).toMatchObject(refusal(`There is no file ${typed ?? join(folder, file)}.`));
});
