import { expect, test } from 'vitest';
import { colleague, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';
import { databaseWithWait } from '../../../test/shop/between.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';

// What each mounted call checks, in the order in which it does.

const RULES = { renewalNoticeDays: 14 };
const TOKEN = { name: 'Mine', role: 'owner', lastDay: null };

async function open() {
  const { db, beforeNext } = databaseWithWait();
  const app = await appWithAdmin({ db });
  const owner = await loggedIn(app);
  const { body } = await app.post('/api/admin/tokens', TOKEN, owner);
  return { app, owner, beforeNext, token: { Authorization: `Bearer ${body.token}` } };
}

const actionsOf = (app: TestApp) => rows.audit(app.db).map(({ action }) => action);

test('nobody without a login, the right, or a person behind it calls what needs them', async () => {
  const { app, token } = await open();
  const { headers: staff } = await colleague(app);
  const rules = (headers: object) => app.post('/api/admin/rules', { ...RULES, version: 'x' }, { ...headers });
  expect((await rules({})).body.code).toBe('not_logged_in');
  expect((await rules(staff)).body.code).toBe('not_allowed');
  // What it says is looked at last.
  expect((await rules(token)).status).toBe(409);
  for (const path of ['/api/admin/people', '/api/admin/notices'])
    expect((await app.post(path, { version: 'x' }, token)).body.code, path).toBe('not_for_tokens');
});

test.each([
  ['another role', 403, 'not_allowed', { role: 'staff' }],
  ['a deactivation', 401, 'not_logged_in', { isActive: false }],
] as const)('a call that waits for its turn is refused after %s', async (_what, status, code, changes) => {
  const { app, owner, beforeNext } = await open();
  const { version } = (await app.get('/api/json/rules', owner)).body;
  beforeNext(() => app.db.update(adminUsers).set(changes).run());
  const answer = await app.post('/api/admin/rules', { ...RULES, version }, owner);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(app.context.settings.renewalNoticeDays).not.toBe(14);
});

test('a second factor that is required meanwhile is asked for, of a login and of a token', async () => {
  for (const by of ['owner', 'token'] as const) {
    const shop = await open();
    const { app, beforeNext } = shop;
    const { version } = (await app.get('/api/json/rules', shop[by])).body;
    beforeNext(() => saveShopSettings(app.db, { requireSecondFactor: true }, null, app.clock.now));
    const answer = await app.post('/api/admin/rules', { ...RULES, version }, shop[by]);
    expect([answer.status, answer.body.code]).toEqual([403, 'second_factor_required']);
  }
});

test('of two changes of the same state, the one that waited is refused', async () => {
  const { app, owner, beforeNext } = await open();
  const { version } = (await app.get('/api/json/rules', owner)).body;
  beforeNext(() => {
    saveShopSettings(app.db, { rules: { renewalNoticeDays: 21 } }, null, app.clock.now);
    app.context.settings.renewalNoticeDays = 21;
  });
  const answer = await app.post('/api/admin/rules', { ...RULES, version }, owner);
  expect([answer.status, answer.body.code]).toEqual([409, 'changed_meanwhile']);
  expect((await app.get('/api/json/rules', owner)).body.renewalNoticeDays).toBe(21);
});

test('changes and exports are in the audit log, and reading is not', async () => {
  const { app, owner } = await open();
  const before = actionsOf(app);
  await app.get('/api/json/orders', owner);
  expect(actionsOf(app)).toEqual(before);
  expect((await fetch(`${app.base}/api/json/orders.csv`, { headers: owner })).status).toBe(200);
  expect(actionsOf(app).slice(before.length)).toEqual(['GET /api/json/orders.csv']);
  await app.post('/api/admin/rules', RULES, owner);
  expect(actionsOf(app).slice(before.length + 1)).toEqual(['POST /api/admin/rules']);
  // What is refused changes nothing.
  await app.post('/api/admin/rules', { ...RULES, version: 'x' }, owner);
  expect(actionsOf(app)).toHaveLength(before.length + 2);
});

test('a body must be JSON, of no endless lists, and names no more than fifty faults', async () => {
  const { app, owner } = await open();
  const headers = { 'content-type': 'text/plain', origin: app.context.settings.publicUrl, ...owner };
  const plain = await fetch(`${app.base}/api/admin/notices`, { method: 'POST', headers, body: '{}' });
  expect(plain.status).toBe(400);
  const faults = async (length: number) => {
    const addons = Array.from({ length }, () => ({}));
    return (await app.post('/api/json/shop', { version: 1, publish: true, addons }, owner)).body.fields;
  };
  expect(Object.keys(await faults(900)).length).toBeLessThanOrEqual(50);
  expect(await faults(1_001)).toEqual({ addons: ['Please send no more than 1000 entries'] });
});

test('an address whose parts can’t be right is unknown', async () => {
  const { app, owner } = await open();
  for (const id of ['x', '-1', '1.5', '9'.repeat(40)])
    expect((await app.post(`/api/admin/people/${id}/invite`, {}, owner)).status, id).toBe(404);
});
