import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  addAdmin,
  ADMIN,
  colleague,
  cookieOf,
  isLoggedIn,
  loggedIn,
  login,
} from '../../../test/fixtures/admin-fixtures.ts';
import type { Env } from '../../base/settings/env.ts';
import { startTestApp, testEnv, type TestApp } from '../../../test/shop/test-app.ts';
import { MINUTE_MS, SECOND_MS, DAY_MS } from '../../base/units.ts';
import { adminUsers, apiTokens, sessions } from '../../db/schema/people.ts';
import * as adminStore from '../session/admin-store.ts';
import * as factorStore from '../session/factor-store.ts';
import { encryptTotp } from '../session/totp.ts';
import { countAges } from './invitations.ts';
import { ROLES, type Role } from '@northlight/shared/contracts/rights.ts';
import { endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { dashboardCalls } from '../../../test/fixtures/rights-by-call.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { withTotp } from '../../../test/fixtures/second-factor.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';

const NEW = 'a brighter window';
const BO = { username: 'bo', password: 'a calm and quiet hill', role: 'staff' as const };
const BO_ID = 2;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 1 } });
  app.context.settings.smtpUrl = 'smtp://mail.example.com';
  await addAdmin(app);
  await addAdmin(app, BO);
});

/** Each comes from another network, so that only the limit of the account counts. */
let networks = 0;
const forgot = (username: string) => {
  networks += 1;
  // A link is told apart by its time.
  pass(SECOND_MS);
  return app.post('/api/admin/forgot-password', { username }, { 'x-forwarded-for': `203.0.113.${networks}` });
};
const pass = (milliseconds: number) => {
  app.wait(milliseconds);
  countAges(app.db, app.clock.now);
};
const links = () => rows.outbox(app.db).filter(({ kind }) => kind === 'invitation');
async function emails() {
  pass(2 * SECOND_MS);
  return app.sentEmails();
}
function linkIn(text = '') {
  const [, id, key] = /#password=(\d+)\.([\w-]+)/.exec(text) ?? [];
  return { id: Number(id), key };
}
const accept = (link: object, password = NEW) =>
  app.post('/api/admin/invitation/accept', { ...link, password });
const newToken = async (of: { cookie: string }, role: Role = 'owner'): Promise<string> =>
  (await app.post('/api/admin/tokens', { name: 'Zapier', role, lastDay: null }, of)).body.token;
const person = (username: string) => adminStore.byUsername(app.db, username);

function giveFactor(username: string) {
  const { id = 0 } = person(username) ?? {};
  adminStore.update(app.db, id, { totpSecret: encryptTotp(testEnv().secret, 'A'.repeat(32)) }, app.clock.now);
  return factorStore.newRecoveryCodes(app.db, testEnv().secret, id);
}

test('a forgotten password is set with a link from an email, which ends the other sessions and tokens and works once', async () => {
  const before = await loggedIn(app);
  const token = await newToken(before);
  expect((await forgot('ADA@studio.example')).status).toBe(200);
  const [email, ...others] = await emails();
  expect([email?.to, email?.subject, others]).toEqual([
    'ada@studio.example',
    'Set a new password for Northlight Studio',
    [],
  ]);
  const link = linkIn(email?.text);
  expect((await app.post('/api/admin/invitation', link)).body).toMatchObject({
    username: 'ada',
    isMember: true,
  });
  expect((await accept(link, 'password1')).body.fields.password[0]).toContain('too common');
  const { body, headers } = await accept(link);
  expect(body).toMatchObject({ message: 'Password Updated', user: { role: 'owner' } });
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(true);
  expect(await isLoggedIn(app, before)).toBe(false);
  expect(await statusOf(app, token)).toBe(401);
  expect((await login(app)).status).toBe(401);
  expect((await accept(link)).body.code).toBe('invitation_ended');
  expect((await emails()).at(-1)).toMatchObject({
    to: 'ada@studio.example',
    subject: 'Your password was changed at Northlight Studio',
  });
  const { entries } = (await app.get('/api/json/audit', { cookie: cookieOf(headers) })).body;
  expect(entries.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining(['Set a new password with a link', 'Asked for a link to set a new password']),
  );
});

test('the answer, and what is written, are the same for everybody', async () => {
  adminStore.update(app.db, BO_ID, { isActive: false }, app.clock.now);
  const answers = [];
  for (const username of ['ada', 'ada@studio.example', 'nobody', 'no@body.example', 'bo'])
    answers.push(await forgot(username));
  const seen = answers.map(({ status, body }) => JSON.stringify([status, body]));
  expect(new Set(seen).size).toBe(1);
  expect((await emails()).map(({ to }) => to)).toEqual(['ada@studio.example']);
  const owner = await loggedIn(app);
  const { entries } = (await app.get('/api/json/audit?kind=login', owner)).body;
  expect(entries.slice(1).map(({ who }: { who: string }) => who)).toEqual([
    'Unknown username',
    'Unknown username',
    'Unknown username',
    'ada',
    'ada',
  ]);
});

test('an account gets three links in an hour, and one address asks five times a minute', async () => {
  for (let count = 0; count < 5; count += 1) expect((await forgot('ada')).status).toBe(200);
  expect(await emails()).toHaveLength(1);
  expect(links()).toHaveLength(3);
  pass(60 * MINUTE_MS);
  await forgot('ada');
  expect(links()).toHaveLength(4);
  const from = { 'x-forwarded-for': '198.51.100.1' };
  const statuses = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await app.post('/api/admin/forgot-password', { username: `x${count}` }, from)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('the link ends after 15 minutes, with a newer one, and with a new password or address', async () => {
  const newLink = async () => {
    pass(60 * MINUTE_MS);
    await forgot('bo');
    return linkIn((await emails()).at(-1)?.text);
  };
  const status = async (link: object) => (await app.post('/api/admin/invitation', link)).status;
  const late = await newLink();
  pass(15 * MINUTE_MS);
  expect(await status(late)).toBe(404);
  pass(-600 * MINUTE_MS);
  expect(await status(late)).toBe(404);
  const first = await newLink();
  const second = await newLink();
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  const session = await loggedIn(app, BO);
  const changed = { currentPassword: BO.password, newPassword: NEW };
  await app.post('/api/admin/reset-password', changed, session);
  expect(await status(second)).toBe(404);
  const third = await newLink();
  await app.post(`/api/admin/people/${BO_ID}`, { email: 'bo@elsewhere.example' }, await loggedIn(app));
  expect(await status(third)).toBe(404);
});

test('the age of a link is counted only while it can be used', async () => {
  await forgot('bo');
  for (let minutes = 0; minutes < 30; minutes += 1) pass(MINUTE_MS);
  expect(person('bo')?.invitationAgeMs).toBe(15 * MINUTE_MS);
});

test('the second factor is still asked for after a new password', async () => {
  const [code] = giveFactor('ada');
  await forgot('ada');
  const { body, headers } = await accept(linkIn((await emails())[0]?.text));
  expect(body.user).toBeUndefined();
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(false);
  const { ticket } = body.secondFactor;
  expect((await app.post('/api/admin/login/factor', { ticket, code: '000000' })).body.code).toBe(
    'wrong_factor',
  );
  expect((await app.post('/api/admin/login/factor', { ticket, code })).body.user.name).toBe('ada');
});

test('an owner sends a colleague a link to log in again, and removes a lost second factor; both are told', async () => {
  giveFactor('bo');
  factorStore.addPasskey(app.db, {
    id: 'a-passkey',
    adminId: BO_ID,
    name: 'A phone',
    publicKey: Buffer.from('key'),
    counter: 0,
    transports: [],
    createdAt: app.clock.now,
  });
  const owner = await loggedIn(app);
  const change = (body: object, as = owner) => app.post(`/api/admin/people/${BO_ID}`, body, as);
  expect((await app.post(`/api/admin/people/${BO_ID}/invite`, {}, owner)).body).toEqual({
    success: true,
    message: 'Link sent to bo@studio.example',
  });
  const link = linkIn((await app.sentEmails())[0]?.text);
  expect((await accept(link)).body.secondFactor).toBeTruthy();
  expect((await change({ hasSecondFactor: false })).status).toBe(200);
  const told = (await emails()).filter(({ subject }) => subject.startsWith('A second factor was removed'));
  expect(told.map(({ to }) => to)).toEqual(['bo@studio.example', 'ada@studio.example']);
  expect((await login(app, { ...BO, password: NEW })).body.user).toBeTruthy();
  const { entries } = (await app.get('/api/json/audit', owner)).body;
  expect(entries.find(({ text }: { text: string }) => text.startsWith('Changed'))).toMatchObject({
    text: 'Changed bo@studio.example',
    detail: 'Has second factor: yes → no',
  });
  expect((await app.post('/api/admin/people/1', { hasSecondFactor: false }, owner)).status).toBe(400);
  const staff = await loggedIn(app, { ...BO, password: NEW });
  expect((await change({ hasSecondFactor: false }, staff)).status).toBe(403);
});

test('an owner with a second factor confirms before these changes', async () => {
  const [code] = giveFactor('ada');
  const { body } = await login(app);
  const { headers } = await app.post('/api/admin/login/factor', { ticket: body.secondFactor.ticket, code });
  const owner = { cookie: cookieOf(headers) };
  pass(11 * MINUTE_MS);
  const calls = [
    [`people/${BO_ID}/invite`, {}],
    [`people/${BO_ID}`, { hasSecondFactor: false }],
    ['profile', { email: 'ada@elsewhere.example', firstName: '', lastName: '' }],
  ] as const;
  for (const [path, sent] of calls)
    expect((await app.post(`/api/admin/${path}`, sent, owner)).body.code).toBe('confirm_first');
});

test('a deactivated person gets no link', async () => {
  const owner = await loggedIn(app);
  await app.post(`/api/admin/people/${BO_ID}`, { isActive: false }, owner);
  expect((await app.post(`/api/admin/people/${BO_ID}/invite`, {}, owner)).body.message).toBe(
    'Reactivate this person first.',
  );
});

test('the own name is saved at once, and a new address with the code that is sent to it', async () => {
  const owner = await loggedIn(app);
  const sent = { firstName: 'Ada', lastName: 'Marlow', email: 'ada@new.example' };
  const save = (changes: object = {}) => app.post('/api/admin/profile', { ...sent, ...changes }, owner);
  expect((await save()).body).toEqual({
    success: true,
    message: 'We sent a code to ada@new.example',
    needsCode: true,
  });
  expect(person('ada')).toMatchObject({ email: 'ada@studio.example', firstName: 'Ada', lastName: 'Marlow' });
  const [email] = await emails();
  const [, code] = /Your code is (\d{8})/.exec(email?.text ?? '') ?? [];
  expect(email?.to).toBe('ada@new.example');
  const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0');
  expect((await save({ code: wrong })).body.fields.code[0]).toContain('isn’t right');
  expect((await save({ code, email: 'mallory@elsewhere.example' })).status).toBe(400);
  expect((await save({ code: ` ${code}` })).body.needsCode).toBe(false);
  expect((await app.get('/api/json/profile', owner)).body).toEqual({
    success: true,
    version: expect.any(String),
    ...sent,
  });
  const told = (await emails()).filter(({ subject }) => subject.startsWith('An email address was changed'));
  expect(told.map(({ to }) => to)).toEqual(['ada@studio.example', 'ada@new.example']);
  expect((await save({ email: 'bo@studio.example' })).body.fields.email[0]).toContain(
    'already has an account',
  );
  expect((await login(app, ADMIN)).status).toBe(200);
});

test('a new password ends the code of a new address', async () => {
  const owner = await loggedIn(app);
  const sent = { firstName: '', lastName: '', email: 'ada@new.example' };
  await app.post('/api/admin/profile', sent, owner);
  const [, code] = /Your code is (\d{8})/.exec((await emails())[0]?.text ?? '') ?? [];
  const change = { currentPassword: ADMIN.password, newPassword: NEW };
  const changed = await app.post('/api/admin/reset-password', change, owner);
  const again = { cookie: cookieOf(changed.headers) };
  expect((await app.post('/api/admin/profile', { ...sent, code }, again)).status).toBe(400);
  expect(person('ada')?.email).toBe('ada@studio.example');
});

test('a code ends after half an hour at most', async () => {
  const owner = await loggedIn(app);
  const sent = { firstName: '', lastName: '', email: 'ada@new.example' };
  await app.post('/api/admin/profile', sent, owner);
  const [, code] = /Your code is (\d{8})/.exec((await emails())[0]?.text ?? '') ?? [];
  pass(30 * MINUTE_MS);
  expect((await app.post('/api/admin/profile', { ...sent, code }, owner)).status).toBe(400);
});

test('an owner corrects a colleague’s name and address; who was invited to a wrong address gets a new invitation', async () => {
  const owner = await loggedIn(app);
  const names = { firstName: 'Bo', lastName: 'Lindqvist' };
  await app.post(`/api/admin/people/${BO_ID}`, { ...names, email: 'bo@new.example' }, owner);
  expect(person('bo')).toMatchObject({ ...names, email: 'bo@new.example' });
  expect((await emails()).map(({ to }) => to)).toEqual(['bo@studio.example', 'bo@new.example']);
  await app.post(
    '/api/admin/people',
    { email: 'gracce@studio.example', firstName: '', lastName: '', role: 'staff' },
    owner,
  );
  pass(SECOND_MS);
  const invited = person('gracce@studio.example');
  const fix = { email: 'grace@studio.example' };
  expect((await app.post(`/api/admin/people/${invited?.id}`, fix, owner)).body.message).toBe(
    'Invitation sent to grace@studio.example',
  );
  const invitation = (await emails()).findLast(({ text }) => text.includes('#invite='));
  expect(invitation?.to).toBe('grace@studio.example');
  expect(app.db.select().from(adminUsers).where(eq(adminUsers.email, fix.email)).get()?.username).toBe(
    fix.email,
  );
  for (const [target, body] of [
    [1, { email: 'ada@new.example' }],
    [BO_ID, fix],
    [BO_ID, { email: 'nobody' }],
    [BO_ID, { hasSecondFactor: true }],
  ] as const)
    expect((await app.post(`/api/admin/people/${target}`, body, owner)).status).toBe(400);
});

test('without email, an owner gets the link for a colleague, and a forgotten password says whom to ask', async () => {
  delete app.context.settings.smtpUrl;
  expect((await forgot('ada')).body.message).toContain('Email isn’t set up');
  const { body } = await app.post(`/api/admin/people/${BO_ID}/invite`, {}, await loggedIn(app));
  expect(body.message).toBe('Link saved. Email isn’t set up, so send bo@studio.example the link.');
  expect((await accept(linkIn(body.link))).status).toBe(200);
});

const by = (token: string) => ({ Authorization: `Bearer ${token}` });

async function openShop(role: Role = 'owner', env: Partial<Env> = {}) {
  const app = await startTestApp({ env });
  const { credentials, headers: cookie } = await colleague(app, role, role);
  const create = (body: object = {}) =>
    app.post('/api/admin/tokens', { name: 'Zapier', role, lastDay: null, ...body }, cookie);
  return {
    app,
    credentials,
    cookie,
    create,
    token: async (body?: object): Promise<string> => (await create(body)).body.token,
  };
}
const statusOf = async (app: TestApp, token: string, path = '/api/json/orders') =>
  (await app.get(path, by(token))).status;

test('a token calls the API without a login, and the log names it', async () => {
  const { app, token, cookie } = await openShop();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  const key = await token();
  expect(key).toMatch(/^northlight_[\w-]{43}$/);
  expect((await app.get('/api/json/orders', by(key))).body.orders).toHaveLength(1);
  const note = { text: 'From a program', key: crypto.randomUUID() };
  const answer = await app.post('/api/admin/cases/ORD-10001/notes', note, by(key));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(rows.audit(app.db).at(-1)).toMatchObject({
    who: 'owner (API token “Zapier”)',
    action: 'POST /api/admin/cases/:orderNumber/notes',
  });
  // Its own text is stored nowhere.
  expect(JSON.stringify(app.db.select().from(apiTokens).all())).not.toContain(key);
  expect(app.db.select().from(sessions).all()).toHaveLength(1);
  const { tokens } = (await app.get('/api/json/tokens', cookie)).body;
  expect(tokens).toMatchObject([{ name: 'Zapier', by: 'owner', role: 'owner', expiresAt: null }]);
  expect(tokens[0].lastUsedAt).not.toBeNull();
});

test.each(ROLES)(
  'a token of the role %s may call what the list says, and never what a person must do',
  async (role) => {
    const { app, token } = await openShop('owner');
    app.sendEmails();
    const headers = by(await token({ role }));
    for (const { name, roles } of dashboardCalls.filter(({ name }) => name !== 'GET /api/admin/live')) {
      const { access, isForPeople } = { isForPeople: false, ...endpointOf(name as Call) };
      const isAllowed = roles.includes(role) && access !== 'self' && !isForPeople;
      const [method = '', path = ''] = name.split(' ');
      const { status } = await rawRequest(app.base, { method, path: path.replaceAll(/:\w+/g, '0'), headers });
      expect({ name, isForbidden: status === 403 }).toEqual({ name, isForbidden: !isAllowed });
      expect({ name, isLoggedOut: status === 401 }).toEqual({ name, isLoggedOut: false });
    }
  },
);

test('people, roles, and tokens are not for tokens, by a list of their own', () => {
  const isForPeople = dashboardCalls
    .map(({ name }) => name)
    .filter((name) => 'isForPeople' in endpointOf(name as Call));
  expect(isForPeople).toEqual([
    'POST /api/json/connections/:id',
    'POST /api/json/live-payments',
    'POST /api/json/recovery-sheet',
    'POST /api/json/old-machine',
    'POST /api/admin/people',
    'POST /api/admin/people/:id',
    'POST /api/admin/people/:id/invite',
    'POST /api/admin/security/settings',
  ]);
});

test('a token has at most the rights of its person, also when these change later', async () => {
  const { create: asStaff, app, token } = await openShop('staff');
  expect((await asStaff({ role: 'owner' })).body.fields).toEqual({
    role: ['A token can’t have more rights than you.'],
  });
  const key = await token();
  expect(await statusOf(app, key, '/api/json/form-submissions')).toBe(200);
  expect(await statusOf(app, key, '/api/json/shop/versions')).toBe(403);
  app.db.update(adminUsers).set({ role: 'accountant' }).where(eq(adminUsers.username, 'staff')).run();
  expect(await statusOf(app, key, '/api/json/form-submissions')).toBe(403);
  expect(await statusOf(app, key)).toBe(200);
  app.db.update(adminUsers).set({ isActive: false }).where(eq(adminUsers.username, 'staff')).run();
  expect(await statusOf(app, key)).toBe(401);
});

test('a revoked, expired, unknown, or mistyped token opens nothing', async () => {
  const { app, token, create, cookie } = await openShop();
  const key = await token({ lastDay: '2026-11-23' });
  expect((await create({ lastDay: '2026-11-20' })).body.fields).toEqual({
    lastDay: ['Please choose a day in the future.'],
  });
  expect(await statusOf(app, key)).toBe(200);
  for (const wrong of [`${key}x`, key.slice(0, -1), 'northlight_', 'x', key.toUpperCase()])
    expect(await statusOf(app, wrong)).toBe(401);
  // A cookie beside a wrong token doesn't help.
  expect((await app.get('/api/json/orders', { ...cookie, ...by('x') })).status).toBe(401);
  await app.post('/api/admin/tokens/1/revoke', {}, cookie);
  expect((await app.get('/api/json/orders', by(key))).body).toMatchObject({ code: 'token_invalid' });
  const other = await token({ lastDay: '2026-11-23' });
  app.wait(3 * DAY_MS);
  expect(await statusOf(app, other)).toBe(401);
});

test('the days of the audit log are the studio’s', async () => {
  const { app, token, cookie } = await openShop();
  // 2 PM and 9 PM on November 21 in New York.
  for (const time of ['2026-11-21T19:00:00Z', '2026-11-22T02:00:00Z']) {
    app.clock.now = new Date(time);
    await token();
  }
  const on = async (day: string) =>
    (await app.get(`/api/json/audit?from=${day}&to=${day}`, cookie)).body.entries.length;
  expect(await on('2026-11-21')).toBeGreaterThan(1);
  expect(await on('2026-11-22')).toBe(0);
});

test.each([
  ['Pacific/Auckland', '2026-11-23T11:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-23T10:00:00.000Z'],
  ['America/New_York', '2026-11-24T05:00:00.000Z'],
])('the last day of a token is the studio’s: %s', async (timeZone, expiresAt) => {
  const { app, token, cookie } = await openShop('owner', { hours: { ...testEnv().hours, timeZone } });
  await token({ lastDay: '2026-11-23' });
  expect((await app.get('/api/json/tokens', cookie)).body.tokens).toMatchObject([{ expiresAt }]);
});

test('others see and revoke only their own tokens; owners see all', async () => {
  const { app, token, cookie } = await openShop();
  await token();
  const { headers: sam } = await colleague(app);
  expect((await app.get('/api/json/tokens', sam)).body.tokens).toEqual([]);
  expect((await app.post('/api/admin/tokens/1/revoke', {}, sam)).status).toBe(404);
  await app.post('/api/admin/tokens', { name: 'Mine', role: 'staff', lastDay: null }, sam);
  expect((await app.get('/api/json/tokens', cookie)).body.tokens).toHaveLength(2);
  expect((await app.post('/api/admin/tokens/2/revoke', {}, cookie)).status).toBe(200);
});

test('public calls ignore a token, and one in the query or a form is none', async () => {
  const { app, token } = await openShop();
  const key = await token();
  expect((await app.get('/api/payment-mode', by('wrong'))).status).toBe(200);
  expect((await app.get(`/api/json/orders?token=${key}&access_token=${key}`)).status).toBe(401);
});

test('an owner who must set up a second factor first can’t make a token, and has none that works', async () => {
  const { app, cookie, token, create } = await openShop();
  const key = await token();
  saveShopSettings(app.db, { requireSecondFactor: true }, null, app.clock.now);
  expect(await statusOf(app, key)).toBe(403);
  expect((await create()).body.code).toBe('second_factor_required');
  await withTotp(app, cookie);
  expect(await statusOf(app, key)).toBe(200);
});

test('a new password and a deactivation end the tokens, also after a reactivation', async () => {
  const { app, credentials, cookie, token } = await openShop();
  const { headers: sam } = await colleague(app);
  const made = await app.post('/api/admin/tokens', { name: 'Mine', role: 'staff', lastDay: null }, sam);
  for (const isActive of [false, true])
    expect((await app.post('/api/admin/people/2', { isActive }, cookie)).status).toBe(200);
  expect(await statusOf(app, made.body.token)).toBe(401);
  const key = await token();
  const change = { currentPassword: credentials.password, newPassword: 'another quiet north window' };
  expect((await app.post('/api/admin/reset-password', change, cookie)).status).toBe(200);
  expect(await statusOf(app, key)).toBe(401);
});
