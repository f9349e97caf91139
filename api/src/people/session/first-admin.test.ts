import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminUsers } from '../../db/schema/people.ts';
import { addAdmin, loggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startTestApp, testEnv, TEST_NOW, type TestApp } from '../../../test/shop/test-app.ts';
import { createFirstAdmin } from './first-admin.ts';
import { firstPasswordFile } from './first-password.ts';

const RANDOM = { username: 'admin', password: undefined };

async function anEmptyShop() {
  const dataDir = tempFolder();
  const app = await startTestApp({ env: { dataDir } });
  return { app, dataDir, file: firstPasswordFile(dataDir) };
}

const create = (
  { db, passwords }: TestApp,
  dataDir: string,
  admin: { username: string; password: string | undefined },
) =>
  createFirstAdmin({
    db,
    passwords,
    settings: testEnv({ admin, dataDir }),
    now: () => TEST_NOW,
  });

/** Reads the credentials from the file. */
function readCredentials(file: string): { username: string; password: string } {
  const [, username = '', password = ''] =
    /^Username: (.+)\nPassword: ([\w-]{16})\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  return { username, password };
}

test('the first administrator comes from the settings, and no password file is written', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  const grace = { username: 'grace', password: 'from the settings' };
  await create(app, dataDir, grace);
  expect((await login(app, grace)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
});

test('without a password a random one is saved in a file that only its owner can read', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  writeFileSync(file, 'of an earlier shop');
  chmodSync(file, 0o644);
  await create(app, dataDir, RANDOM);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect((await login(app, readCredentials(file))).status).toBe(200);
  expect(existsSync(file)).toBe(true);
});

test('the file is deleted when that password is changed, and not when another administrator changes theirs', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  await create(app, dataDir, RANDOM);
  const first = readCredentials(file);
  const change = async (credentials: { username: string; password: string }) =>
    app.post(
      '/api/admin/reset-password',
      { currentPassword: credentials.password, newPassword: 'a brighter window' },
      await loggedIn(app, credentials),
    );
  const grace = { username: 'grace', password: 'another quiet window' };
  await addAdmin(app, grace);
  expect((await change(grace)).status).toBe(200);
  expect(existsSync(file)).toBe(true);
  expect((await change(first)).status).toBe(200);
  expect(existsSync(file)).toBe(false);
});

test('a weak ADMIN_PASSWORD is rejected with the reason, and no administrator is created', async () => {
  const { app, dataDir } = await anEmptyShop();
  await expect(create(app, dataDir, { username: 'grace', password: 'password1' })).rejects.toThrow(
    /^ADMIN_PASSWORD is not accepted\. This password is too common/,
  );
  expect(app.db.select().from(adminUsers).all()).toEqual([]);
});

test('when an administrator exists, the settings change nothing, not even a weak password', async () => {
  const { app, dataDir, file } = await anEmptyShop();
  await create(app, dataDir, { username: 'grace', password: 'from the settings' });
  await create(app, dataDir, { username: 'mallory', password: 'password1' });
  await create(app, dataDir, RANDOM);
  expect(app.db.select().from(adminUsers).all()).toMatchObject([{ username: 'grace', isActive: true }]);
  expect(existsSync(file)).toBe(false);
});
