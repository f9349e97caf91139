import { expect, test } from 'vitest';
import { runCommand } from '../../../test/fixtures/run-command.ts';
import { shopFolder } from '../../../test/fixtures/shop-folder.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { openDatabase } from '../../db/client.ts';
import { auditLog } from '../../db/schema/people.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';

const OLD = 'a calm north light';
const NEW = 'another quiet window';
const SECRET = 'the secret of this shop, thirty-two';
const INSTALLED = { NORTHLIGHT_COMMAND: 'northlight shop', PUBLIC_URL: 'https://shop.example.com' };

/** A shop whose server runs, and its command. */
async function aShop(owners: string[]) {
  const { folder, file } = shopFolder(0);
  const db = openDatabase(file);
  const app = await startTestApp({ db, env: { dataDir: folder, secret: SECRET } });
  app.clock.now = new Date();
  for (const username of owners)
    adminStore.insert(
      db,
      { username, password: await app.passwords.hash(OLD), email: `${username}@x.example`, role: 'owner' },
      new Date(),
    );
  const command = (args: string[] = [], input = '') =>
    runCommand('admin-link', args, { dataDir: folder, settings: INSTALLED, input });
  const change = (username: string, changes: Partial<adminStore.AdminUser>) =>
    adminStore.update(db, adminStore.byUsername(db, username)?.id ?? 0, changes, new Date());
  const accept = (out: string, password = NEW) => {
    const [, id, key] = /^https:\/\/shop\.example\.com\/admin-login\?link=password#password=(\d+)\.(\S+)$/m.exec(out) ?? [];
    return app.post('/api/admin/invitation/accept', { id: Number(id), key, password });
  };
  const logIn = (username: string, password: string) => app.post('/api/admin/login', { username, password });
  const audit = () =>
    db
      .select()
      .from(auditLog)
      .all()
      .map(({ who, action, detail }) => ({ who, action, detail }));
  return { app, db, command, change, accept, logIn, audit };
}

test('the only owner gets a link that sets a new password once, for 15 minutes, while the server runs, and stands in the audit log', async () => {
  const { app, command, accept, logIn, audit } = await aShop(['ada']);
  const { code, error, out } = await command();
  expect([code, error]).toEqual([0, '']);
  expect(out).toContain('set a new password for ada. It works once, for 15 minutes.');
  expect(audit()).toContainEqual({
    who: 'ada',
    action: 'admin-link-printed',
    detail: { withoutFactor: false },
  });
  // A later link ends an earlier one.
  const later = await command();
  expect((await accept(out)).status).toBe(404);
  expect((await accept(later.out)).status).toBe(200);
  expect((await accept(later.out)).status).toBe(404);
  expect((await logIn('ada', NEW)).status).toBe(200);
  const late = await command();
  // The command has the real time, which is a little later.
  app.wait(16 * MINUTE_MS);
  expect((await accept(late.out)).status).toBe(404);
});

test('of several owners, one must be named, and an unknown name is refused with those that there are', async () => {
  const { command, accept } = await aShop(['ada', 'bo']);
  expect(await command()).toMatchObject({
    code: 1,
    error: 'There are several owners: ada, bo. Name one, for example: northlight shop admin ada\n',
  });
  expect(await command(['cy'])).toMatchObject({
    code: 1,
    error: 'Nobody is named cy. The owners are: ada, bo.\n',
  });
  expect((await accept((await command(['bo'])).out)).status).toBe(200);
});

test('a deactivated owner is let in again only if no owner is active', async () => {
  const { command, change, accept, logIn } = await aShop(['ada', 'bo']);
  change('bo', { isActive: false });
  expect(await command(['bo'])).toMatchObject({ code: 1, error: expect.stringContaining('isn’t active') });
  // The one who is active is the only one.
  expect((await command()).out).toContain('for ada.');
  change('ada', { isActive: false });
  expect((await accept((await command(['bo'])).out)).status).toBe(200);
  expect((await logIn('bo', NEW)).status).toBe(200);
});

test('second factors stay, unless they are given up by word', async () => {
  const { command, change, accept } = await aShop(['ada']);
  change('ada', { totpSecret: Buffer.from('x') as never });
  const kept = await command();
  expect(kept.out).toContain('If it is lost: northlight shop admin ada --without-factor');
  expect((await accept(kept.out)).body.secondFactor).toMatchObject({
    lostCommand: 'pnpm admin:create',
  });
  for (const input of ['', 'yes\n'])
    expect(await command(['--without-factor'], input)).toMatchObject({
      code: 1,
      error: 'Nothing was changed.\n',
    });
  expect((await accept((await command()).out)).body.secondFactor).toBeDefined();
  const without = await command(['--without-factor'], 'REMOVE\n');
  expect(without).toMatchObject({ code: 0, out: expect.stringContaining('The second factors are removed.') });
  const { status, body } = await accept(without.out);
  expect([status, body.secondFactor]).toEqual([200, undefined]);
});

test('a shop that nobody has claimed gets the link of the claim, also before its first start', async () => {
  const { folder } = shopFolder(0);
  const { code, out } = await runCommand('admin-link', [], { dataDir: folder, settings: INSTALLED });
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^This shop has no owner yet\. Claim it at https:\/\/shop\.example\.com\/admin-login#claim=[a-f\d-]{24}\n$/,
    ),
  ]);
});

test('without email, and while emails wait, Forgot password names the command', async () => {
  const { app, command, db } = await aShop(['ada']);
  const ask = async () => (await app.post('/api/admin/forgot-password', { username: 'ada' })).body.message;
  expect(await ask()).toMatch(/^Email isn’t set up here.* type this on the server: pnpm admin:create$/);
  process.env['NORTHLIGHT_COMMAND'] = 'northlight bakery';
  try {
    expect(await ask()).toMatch(/type this on the server: northlight bakery admin$/);
    app.wait(HOUR_MS);
    for (const settings of [app.context.settings, app.context.serverEnv])
      settings.smtpUrl = 'smtp://127.0.0.1:1';
    expect(await ask()).toMatch(/^If there’s an account, we sent it a link/);
    saveShopSettings(db, { restoredAt: 1 }, null, new Date());
    expect(await ask()).toMatch(/^This shop was just restored.* northlight bakery admin$/);
  } finally {
    delete process.env['NORTHLIGHT_COMMAND'];
  }
  expect((await command()).code).toBe(0);
});
