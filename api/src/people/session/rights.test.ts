import { allCalls, endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { hasRight, ROLES, type Role } from '@northlight/shared/contracts/rights.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openStream } from '../../../test/shop/live-stream.ts';
import { colleague, isLoggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { dashboardCalls, publicCalls, recurringActions } from '../../../test/fixtures/rights-by-call.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { indexNext } from '../../db/search/search-queue.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { adminUsers } from '../../db/schema/people.ts';

/** These end the session that the next call needs. They have tests of their own. */
const ENDS_SESSION = new Set(['POST /api/admin/logout', 'POST /api/admin/reset-password']);

const admin = async (app: TestApp, role: Role) => (await colleague(app, role, role)).headers;

/** Asks with parameters that name nothing and without a body, so that nothing happens. */
async function statusOf(app: TestApp, call: string, headers: Record<string, string>): Promise<number> {
  const [method = '', path = ''] = call.split(' ');
  const { status } = await rawRequest(app.base, { method, path: path.replaceAll(/:\w+/g, '0'), headers });
  return status;
}

// The streams of live updates stay open.
const asked = dashboardCalls.filter(({ name }) => name !== 'GET /api/admin/live' && !ENDS_SESSION.has(name));

test('the endpoint table says what the list that was written by hand says, for every call', () => {
  const inTable = (name: string) => allCalls.includes(name as Call) && endpointOf(name as Call);
  expect([...publicCalls, ...dashboardCalls.map(({ name }) => name)].toSorted()).toEqual(allCalls.toSorted());
  for (const name of publicCalls)
    expect({ name, ...inTable(name) }).toMatchObject({ name, access: 'public' });
  for (const { name, roles, confirms } of dashboardCalls) {
    const { access = 'public', confirms: asks = false } = inTable(name) || {};
    const allowed = ROLES.filter((role) => access === 'public' || hasRight(role, access));
    expect({ name, allowed, asks }).toEqual({ name, allowed: roles, asks: confirms });
  }
});

test('a visitor may call what the list says is public, and nothing else', async () => {
  const app = await startTestApp();
  for (const name of publicCalls)
    expect({ name, status: await statusOf(app, name, {}) }).not.toMatchObject({ status: 401 });
  for (const { name } of dashboardCalls)
    expect({ name, status: await statusOf(app, name, {}) }).toEqual({ name, status: 401 });
});

test.each(ROLES)('%s may call what the list says, and nothing else', async (role) => {
  const app = await startTestApp();
  app.sendEmails();
  const headers = await admin(app, role);
  for (const { name, roles } of asked) {
    const status = await statusOf(app, name, headers);
    expect({ name, isForbidden: status === 403 }).toEqual({ name, isForbidden: !roles.includes(role) });
    expect({ name, isLoggedOut: status === 401 }).toEqual({ name, isLoggedOut: false });
  }
});

test.each(ROLES)('%s is asked for a second factor where the list says so', async (role) => {
  const app = await startTestApp();
  app.sendEmails();
  await buyWithCard(app, aDraft());
  const headers = await admin(app, role);
  await withTotp(app, headers);
  app.wait(10 * 60_000);
  const tried: boolean[] = [];
  for (const { name, roles, confirms } of asked.filter(({ roles }) => roles.includes(role))) {
    const [method = '', path = ''] = name.split(' ');
    const answer = await rawRequest(app.base, {
      method,
      path: path
        .replace(':form', 'website')
        .replace(':orderNumber', 'ORD-10001')
        .replace('connections/:id', 'connections/stripe')
        .replaceAll(/:\w+/g, '1'),
      headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: '{}' }),
    });
    // These need a body, which is checked first.
    if (answer.status === 400) continue;
    tried.push(confirms);
    const isAsked = answer.text.includes('"confirm_first"');
    expect({ name, roles, isAsked }).toEqual({ name, roles, isAsked: confirms });
  }
  expect(tried.filter(Boolean).length).toBeGreaterThan(4);
  expect(tried.filter((confirms) => !confirms).length).toBeGreaterThan(8);
});

test('the database takes nobody without a role, and no role that does not exist', async () => {
  const app = await startTestApp();
  const add = (role: string) =>
    app.db.$client.exec(
      `INSERT INTO admin_users (username, password, email, created_at, updated_at${role && ', role'})
       VALUES ('bo', '-', 'bo@studio.example', 0, 0${role})`,
    );
  expect(() => add('')).toThrow('NOT NULL constraint failed: admin_users.role');
  for (const role of ['admin', 'superuser', 'Owner', ''])
    expect(() => add(`, '${role}'`)).toThrow('CHECK constraint failed: admin_users_role');
  for (const role of ROLES) {
    add(`, '${role}'`);
    app.db.delete(adminUsers).run();
  }
});

test('a changed role counts from the next call on, and a deactivated person is logged out', async () => {
  const app = await startTestApp();
  const headers = await admin(app, 'owner');
  const forms = async () => (await app.get('/api/json/form-submissions', headers)).status;
  expect(await forms()).toBe(200);
  app.db.update(adminUsers).set({ role: 'accountant' }).where(eq(adminUsers.username, 'owner')).run();
  expect(await forms()).toBe(403);
  app.db.update(adminUsers).set({ isActive: false }).where(eq(adminUsers.username, 'owner')).run();
  for (const { name } of asked)
    expect({ name, status: await statusOf(app, name, headers) }).toMatchObject({ status: 401 });
  expect(await isLoggedIn(app, headers)).toBe(false);
});

test.each(ROLES)(
  '%s may do with a recurring payment what the list says, and is asked for a second factor',
  async (role) => {
    const app = await startTestApp();
    const headers = await admin(app, role);
    await withTotp(app, headers);
    const more = { amount: 9_999, chargeId: 1, reason: 'Test', refundKey: crypto.randomUUID() };
    const offer = { amount: 9_999, from: '2027-12-24', text: '' };
    for (const isDue of [false, true]) {
      for (const { name: action, roles, confirms } of recurringActions) {
        const body = { action, ...(action === 'offer-amount' ? offer : more) };
        // Nothing is there, so a refund gets no further. Its limit has tests of its own.
        const { status } = await app.post('/api/admin/cases/ORD-10001/recurring', body, headers);
        const isAsked = isDue && confirms && action !== 'refund';
        const expected = !roles.includes(role) || isAsked ? 403 : 404;
        expect({ action, isDue, status }).toEqual({ action, isDue, status: expected });
      }
      app.wait(10 * 60_000);
    }
  },
);

test('an accountant neither hears, sees, nor finds what is in a form', async () => {
  const app = await startTestApp();
  const [accountant, staff] = [await admin(app, 'accountant'), await admin(app, 'staff')];
  const { response, leave } = await openStream(app, '/api/admin/live', accountant);
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const form = { orderNumber: 'ORD-10001', email: aDraft().email, customMessage: 'The zebulon vault' };
  expect((await app.post('/api/on-hold-audio-form', anOnHoldForm(form))).status).toBe(200);
  const spam = { ...anOnHoldForm({ email: 'robot@elsewhere.example' }), leaveEmpty: 'spam' };
  await app.post('/api/on-hold-audio-form', spam);
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  let heard = '';
  for await (const part of response.body ?? []) {
    heard += Buffer.from(part).toString();
    if (heard.includes('ORD-10003')) break;
  }
  leave();
  expect(heard).toContain('"kind":"order"');
  expect(heard).not.toContain('submission');

  const see = async (path: string, headers: { cookie: string }) => (await app.get(path, headers)).body;
  const none = { count: 0, items: [] };
  expect(await see('/api/json/overview', accountant)).toMatchObject({
    newSubmissions: none,
    quarantine: none,
    unsentMessages: none,
    plannedMails: [],
  });
  expect((await see('/api/json/overview', staff)).quarantine.count).toBe(1);
  const found = async (q: string, headers: { cookie: string }) =>
    (await see(`/api/json/orders?q=${q}`, headers)).orders.length;
  while ((await indexNext(app.db)).length > 0);
  expect(await found('zebulon', staff)).toBe(1);
  expect(await found('zebulon', accountant)).toBe(0);
  const csv = await fetch(`${app.base}/api/json/orders.csv?q=zebulon`, { headers: accountant });
  expect((await csv.text()).trim().split('\n')).toHaveLength(1);
  for (const q of ['ORD-10001', 'ord%2010001', 'marlow', 'ad', 'ada%20marlow', 'zebulox'])
    expect({ q, found: await found(q, accountant) }).toEqual({ q, found: await found(q, staff) });
});

test('an accountant sees an order with its payments, and nothing that the customer wrote', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const orderNumber = 'ORD-10001';
  const [accountant, staff] = [await admin(app, 'accountant'), await admin(app, 'staff')];
  await app.post(`/api/admin/cases/${orderNumber}/notes`, { text: 'Call back' }, staff);
  const message = { key: crypto.randomUUID(), text: 'When is it ready?' };
  await app.post(`/api/order/messages?${new URLSearchParams(pageLink(app))}`, message);
  const waits = async (headers: { cookie: string }) =>
    (await app.get('/api/json/orders', headers)).body.orders[0].isUnanswered;
  expect([await waits(staff), await waits(accountant)]).toEqual([true, false]);
  const read = async (headers: { cookie: string }) =>
    (await app.get(`/api/json/cases/${orderNumber}`, headers)).body;
  expect((await read(staff)).messages).not.toEqual([]);
  const books = await read(accountant);
  expect(books).toMatchObject({
    order: { orderNumber, isUnanswered: false },
    submissions: [],
    files: [],
    messages: [],
  });
  expect(JSON.stringify(books)).not.toContain('Call back');
});

test('an accountant reads a quote without its messages, why it was declined, and the link that accepts it', async () => {
  const { app, write, link } = await openQuotes();
  await write();
  const customer = await link();
  await customer.ask('Is the banner blue?');
  await customer.decline('Too dear for us');
  const accountant = await admin(app, 'accountant');
  const { status, body } = await app.get('/api/json/quotes/Q-1001', accountant);
  expect([status, body.quote.total]).toEqual([200, '450.00']);
  for (const hidden of ['banner blue', 'Too dear', customer.key])
    expect(JSON.stringify(body)).not.toContain(hidden);
  expect((await app.post('/api/json/quotes/Q-1001', { action: 'withdraw' }, accountant)).status).toBe(403);
});

test('staff see no revenue until an owner allows it, and nothing else is allowed with it', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const [owner, staff, accountant] = [
    await admin(app, 'owner'),
    await admin(app, 'staff'),
    await admin(app, 'accountant'),
  ];
  const books = async (headers: { cookie: string }) => {
    const taxes = '/api/json/taxes?from=2026-11&to=2026-11';
    const statuses = [await app.get('/api/json/invoices', headers), await app.get(taxes, headers)];
    const { sinceYesterday, recurring } = (await app.get('/api/json/overview', headers)).body;
    const { revenue, bars } = (await app.get('/api/json/figures', headers)).body;
    const { won } = (await app.get('/api/json/quotes', headers)).body.figures;
    return {
      statuses: statuses.map(({ status }) => status),
      sums: [sinceYesterday, revenue, bars, recurring, won.cents].filter((sum) => sum !== undefined).length,
    };
  };
  const [nothing, everything] = [
    { statuses: [403, 403], sums: 0 },
    { statuses: [200, 200], sums: 5 },
  ];
  const seesRevenue = async () => (await app.get('/api/admin/auth-status', staff)).body.user.staffSeesRevenue;
  expect(await books(owner)).toEqual(everything);
  expect(await books(accountant)).toEqual(everything);
  expect(await books(staff)).toEqual(nothing);
  expect(await seesRevenue()).toBe(false);
  const { version: _seen, ...settings } = (await app.get('/api/json/security', owner)).body.settings;
  const save = (staffSeesRevenue: boolean) =>
    app.post('/api/admin/security/settings', { ...settings, staffSeesRevenue }, owner);
  expect((await save(true)).status).toBe(200);
  expect(await books(staff)).toEqual(everything);
  expect(await seesRevenue()).toBe(true);
  for (const path of ['/api/json/invoices.csv?month=2026-11', '/api/json/people'])
    expect((await app.get(path, staff)).status).toBe(403);
  await save(false);
  expect(await books(staff)).toEqual(nothing);
});

test('the overview holds what a role can do something about', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const logins = [await admin(app, 'owner'), await admin(app, 'staff'), await admin(app, 'accountant')];
  const ask = { amount: '80.00', reason: 'Photos', send: false };
  await app.post('/api/admin/cases/ORD-10001/payment-requests', ask, logins[1]);
  const [owner, staff, accountant] = await Promise.all(
    logins.map(async (headers) => (await app.get('/api/json/overview', headers)).body),
  );
  const collected = [owner, staff, accountant].map(({ paymentsToCollect: { sum, items } }) => [
    sum,
    'send' in items[0],
  ]);
  expect(collected).toEqual([
    ['80.00', true],
    [undefined, true],
    ['80.00', false],
  ]);
  expect([owner, staff, accountant].map(({ missingForms }) => missingForms.count)).toEqual([1, 1, 0]);
  const kept = await Promise.all(
    logins.map(async (headers) => 'kept' in (await app.get('/api/json/figures', headers)).body),
  );
  expect(kept).toEqual([true, true, false]);
  expect([owner, staff, accountant].map(({ mails }) => mails.planned + mails.due > 0)).toEqual([
    true,
    true,
    false,
  ]);
  expect((await app.get('/api/json/order-views', logins[2])).body.views).toEqual([]);
  expect([owner, staff, accountant].map((body) => 'setup' in body)).toEqual([true, false, false]);
});
