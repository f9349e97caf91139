import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addAdmin, cookieOf, isLoggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { jsonPost, pipelined } from '../../../test/shop/pipeline.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { createFirstAdmin, unclaimed } from '../session/first-admin.ts';
import { firstPasswordFile, readFirstPassword } from '../session/first-password.ts';

const OWNER = { username: 'grace', password: 'a brighter window' };
const PATH = '/api/claim';

async function aNewShop() {
  const dataDir = tempFolder();
  const app = await startTestApp({ env: { dataDir, isRateLimited: true, trustProxyHops: 1 } });
  await createFirstAdmin(app.context);
  const { code = '' } = unclaimed(app.context) ?? {};
  return { app, dataDir, code, first: readFirstPassword(dataDir) ?? OWNER };
}

test('the owner of a new shop claims it with the code, gets in, and nobody can claim it again', async () => {
  const { app, dataDir, code, first } = await aNewShop();
  expect((await app.get('/api/admin/auth-status')).body).toEqual({
    isAuthenticated: false,
    isUnclaimed: true,
  });
  expect(code).not.toContain(first.password);
  const sent = {
    ...OWNER,
    code: ` ${code.toUpperCase()}`,
    email: 'Grace@studio.example',
    firstName: 'Grace',
  };
  const { body, headers } = await app.post(PATH, sent);
  expect(body).toMatchObject({ message: 'Welcome', user: { name: 'Grace', role: 'owner' } });
  const owner = { cookie: cookieOf(headers) };
  expect(await isLoggedIn(app, owner)).toBe(true);
  expect(app.db.select().from(adminUsers).all()).toMatchObject([
    { username: 'grace', email: 'grace@studio.example', role: 'owner' },
  ]);
  expect(existsSync(firstPasswordFile(dataDir))).toBe(false);
  expect((await login(app, first)).status).toBe(401);
  expect((await login(app, OWNER)).status).toBe(200);
  expect((await app.get('/api/admin/auth-status')).body).toEqual({ isAuthenticated: false });
  expect(await app.post(PATH, { ...sent, username: 'mallory' })).toMatchObject({
    status: 409,
    body: { code: 'already_claimed' },
  });
  const { entries } = (await app.get('/api/json/audit', owner)).body;
  expect(entries.map(({ text }: { text: string }) => text)).toContain('Claimed the shop as its first owner');
});

test('without the code nobody claims it, and whoever guesses has to wait', async () => {
  const { app, code, first } = await aNewShop();
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const wrong = { ...OWNER, code: '0000-0000-0000-0000-0000' };
  expect((await app.post(PATH, wrong, from('203.0.113.7'))).body.fields.code[0]).toContain('isn’t right');
  const statuses = new Set<number>();
  for (let count = 0; count < 12; count += 1)
    statuses.add((await app.post(PATH, { ...wrong, code: '' }, from('203.0.113.7'))).status);
  expect([...statuses]).toEqual([400, 429]);
  const elsewhere = from('198.51.100.1');
  expect((await app.post(PATH, { ...OWNER, code: first.password }, elsewhere)).status).toBe(400);
  expect(
    (await app.post(PATH, { ...OWNER, code, password: 'password1' }, elsewhere)).body.fields,
  ).toHaveProperty('password');
  expect((await app.post(PATH, { ...OWNER, code }, elsewhere)).status).toBe(200);
});

test('of two simultaneous claims, one succeeds', async () => {
  const { app, code } = await aNewShop();
  const answers = await pipelined(app.base, [
    jsonPost(PATH, { ...OWNER, code }, {}),
    jsonPost(PATH, { ...OWNER, username: 'mallory', code }, {}),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a shop whose account came from somewhere else, or was used, can’t be claimed', async () => {
  const used = await aNewShop();
  expect((await login(used.app, used.first)).status).toBe(200);
  expect((await used.app.post(PATH, { ...OWNER, code: used.code })).status).toBe(409);
  const joined = await aNewShop();
  await addAdmin(joined.app);
  expect((await joined.app.post(PATH, { ...OWNER, code: joined.code })).status).toBe(409);
  const app = await startTestApp({ env: { dataDir: tempFolder() } });
  await addAdmin(app);
  expect((await app.post(PATH, { ...OWNER, code: 'abc' })).status).toBe(409);
});
