import { expect, test } from 'vitest';
import { adminUsers } from '../db/schema.ts';
import { login } from '../test/admin-fixtures.ts';
import { startTestApp, testEnv, TEST_NOW, type TestApp } from '../test/test-app.ts';
import { createAdminStore } from './admin-store.ts';
import { createFirstAdmin } from './first-admin.ts';

const create = ({ db, passwords }: TestApp, admin: { username: string; password: string | undefined }) =>
  createFirstAdmin({
    adminStore: createAdminStore(db),
    passwords,
    env: testEnv({ admin }),
    now: () => TEST_NOW,
  });

test('D21: the first administrator comes from the settings, and nothing is printed', async () => {
  const app = await startTestApp();
  const grace = { username: 'grace', password: 'from the settings' };
  expect(await create(app, grace)).toBeNull();
  expect((await login(app, grace)).status).toBe(200);
});

test('D21: without a password a random one is made, and works', async () => {
  const app = await startTestApp();
  const printed = await create(app, { username: 'admin', password: undefined });
  expect(printed).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{16}$/) });
  if (printed) expect((await login(app, printed)).status).toBe(200);
});

test('D21: where there is an administrator, the settings change nothing', async () => {
  const app = await startTestApp();
  await create(app, { username: 'grace', password: 'from the settings' });
  expect(await create(app, { username: 'mallory', password: 'another one' })).toBeNull();
  expect(app.db.select().from(adminUsers).all()).toMatchObject([{ username: 'grace', isActive: true }]);
});
