import { allCalls, endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { startWorker } from '../../server/workers.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openStream } from '../../../test/shop/live-stream.ts';
import {
  addAdmin,
  ADMIN,
  colleague,
  cookieOf,
  isLoggedIn,
  loggedIn,
  login,
} from '../../../test/fixtures/admin-fixtures.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import { jsonPost, pipelined, pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { startTestApp, testEnv, type TestApp } from '../../../test/shop/test-app.ts';
import { appendAudit, trimAudit, verifyAudit } from '../../db/audit-log.ts';
import { sentEmails } from '../../db/schema/messages.ts';
import * as adminStore from '../session/admin-store.ts';
import { auditText, changeText, SENTENCES } from './audit-words.ts';
import { countAges, invitationLink } from './invitations.ts';
import { HOUR_MS } from '../../base/units.ts';
import { existsSync } from 'node:fs';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { createFirstAdmin, unclaimed } from '../session/first-admin.ts';
import { firstPasswordFile, readFirstPassword } from '../session/first-password.ts';
import type { Role } from '@northlight/shared/contracts/rights.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { appWithAdmin, openConsole } from '../../../test/shop/admin-client.ts';

const GRACE = {
  email: 'Grace@studio.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'staff' as const,
};
const PASSWORD = 'a brighter window';

async function openShop() {
  const { app, cookie: owner } = await openConsole();
  return { app, owner };
}

const personOf = (app: TestApp, username = 'grace@studio.example') =>
  adminStore.byUsername(app.db, username) ?? expect.fail(`${username} doesn’t exist.`);

/** The two parts of the link in the newest invitation. */
function invitationOf(app: TestApp, username?: string, by = 1) {
  const link = invitationLink(testEnv(), personOf(app, username), by);
  const [, id, key] = /#invite=(\d+)\.([\w-]+)$/.exec(link) ?? [];
  return { id: Number(id), key };
}

const invite = (app: TestApp, owner: { cookie: string }, changes: object = {}) =>
  app.post('/api/admin/people', { ...GRACE, ...changes }, owner);

const accept = (app: TestApp, invitation: object, password = PASSWORD) =>
  app.post('/api/admin/invitation/accept', { ...invitation, password });

test('without email, the owner gets the link of an invitation, and of one that is sent again', async () => {
  const { app, owner } = await openShop();
  const { body } = await invite(app, owner);
  expect(body.message).toBe('Invitation saved. Email isn’t set up, so send grace@studio.example the link.');
  expect(body.link).toBe(invitationLink(testEnv(), personOf(app), 1));
  app.wait(1_000);
  const { id } = personOf(app);
  const again = (await app.post(`/api/admin/people/${id}/invite`, {}, owner)).body;
  expect(again.link).not.toBe(body.link);
  expect((await accept(app, invitationOf(app))).status).toBe(200);
});

test('an invited person gets an email, chooses a password, and is logged in with their role', async () => {
  const { app, owner } = await openShop();
  app.context.settings.smtpUrl = 'smtp://mail.example.com';
  expect((await invite(app, owner)).body).toEqual({
    success: true,
    message: 'Invitation sent to grace@studio.example',
  });
  const message = rows.outbox(app.db).find(({ kind }) => kind === 'invitation');
  expect(message?.recipient).toBe('grace@studio.example');
  const invitation = invitationOf(app);
  expect((await app.post('/api/admin/invitation', invitation)).body).toMatchObject({ role: 'staff' });
  const { body, headers } = await accept(app, invitation);
  expect(body.user).toMatchObject({ name: 'Grace Hopper', role: 'staff' });
  expect(await isLoggedIn(app, { cookie: cookieOf(headers) })).toBe(true);
  expect((await login(app, { username: 'grace@studio.example', password: PASSWORD })).status).toBe(200);
  const { people } = (await app.get('/api/json/people', owner)).body;
  expect(people).toMatchObject([
    { name: 'ada', role: 'owner', state: 'active' },
    { name: 'Grace Hopper', email: 'grace@studio.example', role: 'staff', state: 'active' },
  ]);
});

test('nobody in the dashboard gets at somebody else’s invitation, before or after it is sent', async () => {
  const { app, owner } = await openShop();
  const { headers: sam } = await colleague(app);
  await invite(app, owner, { role: 'owner' });
  const { id, key } = invitationOf(app);
  const message = rows.outbox(app.db).find(({ kind }) => kind === 'invitation');
  const path = `/messages/${message?.id}`;
  const read = async () => {
    const { body } = await app.get(`/api/json${path}`, sam);
    expect(body).toMatchObject({
      recipient: 'grace@studio.example',
      text: expect.stringContaining('isn’t shown'),
    });
  };
  await read();
  const resend = (body: object) => app.post(`/api/admin${path}/send-again`, body, sam);
  expect((await resend({ recipient: 'sam@elsewhere.example' })).body.code).toBe('email_is_personal');
  const emails = await app.sentEmails();
  expect(emails).toMatchObject([{ to: 'grace@studio.example' }]);
  const link = `http://localhost:3000/admin-login?link=invite#invite=${id}.${key}`;
  // Once in the text, and once more to read in the other part.
  expect(emails[0]?.text.split(link)).toHaveLength(2);
  expect(emails[0]?.html).toContain(`copy this link: ${link}`);
  expect(emails[0]?.text).toContain(
    'An owner invited you to the Northlight Studio dashboard. Your role is Owner.',
  );
  expect(emails[0]?.text).toContain('You can do everything');
  await read();
  expect((await resend({})).status).toBe(200);
  expect(JSON.stringify(app.db.select().from(sentEmails).all())).not.toContain(key);
});

test('the link works once, for 48 hours, and not after another one or a cancellation', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  const first = invitationOf(app);
  app.wait(HOUR_MS);
  await app.post(`/api/admin/people/${first.id}/invite`, {}, owner);
  const second = invitationOf(app);
  expect((await accept(app, first)).body).toMatchObject({ code: 'invitation_ended' });
  app.wait(48 * HOUR_MS);
  expect((await accept(app, second)).status).toBe(404);
  const again = await loggedIn(app);
  await app.post(`/api/admin/people/${first.id}/invite`, {}, again);
  const third = invitationOf(app);
  expect((await accept(app, third)).status).toBe(200);
  expect((await accept(app, third)).status).toBe(404);
  expect((await accept(app, { ...third, id: 1 })).status).toBe(404);

  await invite(app, again, { email: 'bo@studio.example' });
  const bo = invitationOf(app, 'bo@studio.example');
  await app.post(`/api/admin/people/${bo.id}`, { isActive: false }, again);
  expect((await accept(app, bo)).status).toBe(404);
});

test('setting the clock back neither extends nor ends an invitation', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  await invite(app, owner, { email: 'bo@studio.example' });
  const [first, second] = [invitationOf(app), invitationOf(app, 'bo@studio.example')];
  const pass = (hours: number) => {
    app.wait(hours * HOUR_MS);
    countAges(app.db, app.clock.now);
  };
  pass(30);
  pass(-1_000);
  pass(17);
  expect((await accept(app, second)).status).toBe(200);
  pass(1);
  expect((await accept(app, first)).status).toBe(404);
  pass(-1_000);
  expect((await accept(app, first)).status).toBe(404);
  const { people } = (await app.get('/api/json/people', await loggedIn(app))).body;
  expect(people.map(({ state }: { state: string }) => state)).toEqual(['active', 'active', 'expired']);
});

test('the server counts the age of open invitations, and writes nothing without one', async () => {
  const { app, owner } = await openShop();
  const poller = startWorker(app.context, 'invitations');
  onTestFinished(() => poller.stop());
  const before = writesSoFar(app.db);
  poller.wake();
  await poller.stop();
  expect(writesSoFar(app.db)).toBe(before);
  await invite(app, owner);
  app.wait(HOUR_MS);
  const next = startWorker(app.context, 'invitations');
  onTestFinished(() => next.stop());
  await expect.poll(() => personOf(app).invitationAgeMs).toBe(HOUR_MS);
});

test('of two simultaneous acceptances, one succeeds', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  const invitation = invitationOf(app);
  const answers = await pipelinedPosts(app.base, '/api/admin/invitation/accept', [
    { ...invitation, password: PASSWORD },
    { ...invitation, password: 'another quiet window' },
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('an invited person cannot log in, and a weak password is rejected with the reason', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  expect((await login(app, { username: 'grace@studio.example', password: '' })).status).toBe(400);
  const { status, body } = await accept(app, invitationOf(app), 'password1');
  expect([status, body.fields.password[0]]).toEqual([400, expect.stringContaining('too common')]);
});

test('an address has one account, and every field is checked', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  expect((await invite(app, owner)).body.fields.email[0]).toContain('already has an account');
  expect((await invite(app, owner, { email: 'nobody' })).status).toBe(400);
  expect((await invite(app, owner, { email: 'bo@studio.example', role: 'superuser' })).status).toBe(400);
});

test('deactivating ends the sessions at once, and they stay ended after a reactivation', async () => {
  const { app, owner } = await openShop();
  const { credentials, headers } = await colleague(app);
  for (const isActive of [false, true]) {
    expect((await app.post('/api/admin/people/2', { isActive }, owner)).status).toBe(200);
    expect(await isLoggedIn(app, headers)).toBe(false);
  }
  expect((await login(app, credentials)).status).toBe(200);
});

test('who was invited becomes active only by accepting', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  const { id } = personOf(app);
  const { status, body } = await app.post(`/api/admin/people/${id}`, { isActive: true }, owner);
  expect([status, body.message]).toEqual([400, 'This person has to accept the invitation first.']);
  expect(personOf(app).isActive).toBe(false);
});

test('who becomes an accountant is responsible for no work any more, and keeps what was delivered', async () => {
  const { app, owner } = await openShop();
  await colleague(app);
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  app.db.$client.exec(`UPDATE orders SET responsible_id = 2;
    UPDATE customers SET responsible_id = 2; UPDATE orders SET work_status = 'delivered' WHERE id = 1`);
  const responsible = () =>
    app.db.$client
      .prepare('SELECT responsible_id FROM orders UNION ALL SELECT responsible_id FROM customers')
      .pluck()
      .all();
  await app.post('/api/admin/people/2', { firstName: 'Bo', lastName: '' }, owner);
  await app.post('/api/admin/people/2', { role: 'owner' }, owner);
  expect(responsible()).toEqual([2, 2, 2]);
  await app.post('/api/admin/people/2', { role: 'accountant' }, owner);
  expect(responsible()).toEqual([2, null, null]);
});

test('the last active owner can be neither deactivated nor given another role', async () => {
  const { app, owner } = await openShop();
  const change = (id: number, body: object) => app.post(`/api/admin/people/${id}`, body, owner);
  for (const body of [{ isActive: false }, { role: 'staff' }]) {
    expect((await change(1, body)).body).toMatchObject({ code: 'last_owner' });
  }
  // An invited owner doesn't count yet.
  await invite(app, owner, { role: 'owner' });
  expect((await change(1, { role: 'staff' })).status).toBe(409);
  await accept(app, invitationOf(app));
  expect((await change(1, { role: 'staff' })).status).toBe(200);
  expect((await app.get('/api/json/people', owner)).status).toBe(403);
});

test('two owners who remove each other at the same time leave one', async () => {
  const { app, owner } = await openShop();
  const { headers: other } = await colleague(app, 'owner');
  const { people } = (await app.get('/api/json/people', owner)).body;
  const end = (id: number) => {
    const { version } = people.find((one: { id: number }) => one.id === id);
    return { version, isActive: false };
  };
  const answers = await pipelined(app.base, [
    jsonPost('/api/admin/people/2', end(2), owner),
    jsonPost('/api/admin/people/1', end(1), other),
  ]);
  const [first, second] = answers.map(({ status }) => status).toSorted();
  expect(first).toBe(200);
  // The slower one is logged out already, or the last.
  expect([401, 409]).toContain(second);
});

test('the audit log says who did what, with old and new values, and can be searched, filtered, and downloaded', async () => {
  const { app, owner } = await openShop();
  await login(app, { ...ADMIN, password: 'wrong' });
  await invite(app, owner);
  await app.post('/api/admin/people/2', { role: 'accountant' }, owner);
  await app.post('/api/admin/people/2', { role: 'nothing' }, owner);
  const { entries } = (await app.get('/api/json/audit', owner)).body;
  expect(entries).toMatchObject([
    {
      who: 'ada',
      text: 'Changed grace@studio.example',
      orderNumber: null,
      detail: 'Role: staff → accountant',
    },
    { who: 'ada', text: 'Invited grace@studio.example as Staff', detail: '' },
    { who: 'ada', text: 'Failed to log in', address: expect.stringMatching(/127\.0\.0\.1|::1/) },
    { who: 'ada', text: 'Logged in' },
  ]);
  const found = (await app.get('/api/json/audit?q=GRACE@', owner)).body.entries;
  expect(found).toHaveLength(2);
  expect((await app.get('/api/json/audit?q=%25', owner)).body.entries).toEqual([]);
  const textsOf = async (query: string) =>
    (await app.get(`/api/json/audit?${query}`, owner)).body.entries.map(({ text }: { text: string }) => text);
  expect(await textsOf('kind=login')).toEqual(['Failed to log in', 'Logged in']);
  expect(await textsOf('kind=change')).toHaveLength(2);
  expect(await textsOf('kind=export')).toEqual([]);
  const today = entries[0].at.slice(0, 10);
  expect(await textsOf(`from=${today}&to=${today}&kind=login`)).toHaveLength(2);
  expect(await textsOf('to=2020-01-01')).toEqual([]);
  expect((await app.get('/api/json/audit?kind=other', owner)).status).toBe(400);
  const csv = await (await fetch(`${app.base}/api/json/audit.csv`, { headers: owner })).text();
  expect(csv).toContain('Failed to log in');
  const [newest] = (await app.get('/api/json/audit', owner)).body.entries;
  expect(newest).toMatchObject({ text: 'Downloaded the audit log' });
});

test('every audited call has a sentence in the past tense, and none has a customer’s address', () => {
  const audited = allCalls.filter((call) => {
    const { access, responseType } = endpointOf(call);
    const isExport = ['text/csv', 'application/x-tar', 'application/zip'].includes(responseType ?? '');
    return access !== 'public' && (!call.startsWith('GET') || isExport);
  });
  expect(audited.filter((call) => !Object.hasOwn(SENTENCES, call))).toEqual([]);
  expect(
    Object.keys(SENTENCES).filter((action) => action.includes(' ') && !allCalls.includes(action as Call)),
  ).toEqual([]);
  expect(auditText('POST /api/admin/payments/:id/refund', { amount: 49 })).toBe(
    'Refunded $49.00 of a payment',
  );
  const terms = { amountOffCents: 5_000, maxUses: null, isOn: true, serviceIds: ['website'] };
  expect(
    changeText({ from: { ...terms, id: 3 }, to: { ...terms, amountOffCents: 7_500, isOn: false } }),
  ).toBe('Amount off: $50.00 → $75.00, On: yes → no');
  expect(changeText({ to: { url: 'https://tools.example/hook' } })).toBe('URL: https://tools.example/hook');
});

const ENTRY = { adminId: 1, who: 'ada', address: '', action: 'login' };

test('entries cannot be changed or deleted, and the check finds what was changed anyway', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  await app.post('/api/admin/people/2', { role: 'accountant' }, owner);
  expect(verifyAudit(app.db)).toEqual({ count: 3, brokenAt: null });
  const { $client: client } = app.db;
  expect(() => client.exec("UPDATE audit_log SET who = 'bo'")).toThrow('cannot be changed');
  expect(() => client.exec('DELETE FROM audit_log')).toThrow('kept for 24 months');

  client.exec('DROP TRIGGER audit_log_unchanged; DROP TRIGGER audit_log_kept');
  client.exec('SAVEPOINT before');
  for (const [change, brokenAt] of [
    ["UPDATE audit_log SET who = 'bo' WHERE id = 2", 2],
    ["UPDATE audit_log SET detail = '{}' WHERE id = 3", 3],
    ['DELETE FROM audit_log WHERE id = 1', 1],
    ['DELETE FROM audit_log WHERE id < 3', 1],
    ['DELETE FROM audit_log WHERE id = 2', 2],
    ['DELETE FROM audit_log WHERE id = 3', 3],
    ['DELETE FROM audit_log', 1],
  ] as const) {
    client.exec(change);
    expect({ change, ...verifyAudit(app.db) }).toMatchObject({ brokenAt });
    // A later entry does not hide it.
    appendAudit(app.db, ENTRY, new Date());
    expect({ change, ...verifyAudit(app.db) }).toMatchObject({ brokenAt });
    client.exec('ROLLBACK TO before');
  }
  client.exec('RELEASE before');
});

test('entries older than 24 months are deleted, and the rest still matches', async () => {
  const { app } = await openShop();
  const { $client: client } = app.db;
  client.exec('DROP TRIGGER audit_log_kept; DELETE FROM audit_log; DELETE FROM sqlite_sequence');
  for (const at of ['2020-01-01', '2021-01-01', new Date().toISOString(), new Date().toISOString()])
    appendAudit(app.db, ENTRY, new Date(at));
  trimAudit(app.db);
  expect(verifyAudit(app.db)).toEqual({ count: 2, brokenAt: null });
  trimAudit(app.db);
  expect(verifyAudit(app.db)).toEqual({ count: 2, brokenAt: null });
  // What is missing at the beginning of the rest is noticed, too.
  client.exec('DELETE FROM audit_log WHERE id = 3');
  expect(verifyAudit(app.db)).toEqual({ count: 0, brokenAt: 3 });
});

test('of old entries, the newest stays, so that the next one follows on it', async () => {
  const { app } = await openShop();
  app.db.$client.exec('DROP TRIGGER audit_log_kept; DELETE FROM audit_log; DELETE FROM sqlite_sequence');
  for (const at of ['2020-01-01', '2021-01-01']) appendAudit(app.db, ENTRY, new Date(at));
  trimAudit(app.db);
  appendAudit(app.db, ENTRY, new Date());
  expect(verifyAudit(app.db)).toEqual({ count: 2, brokenAt: null });
});

test('an entry and its change are stored together or not at all', async () => {
  const { app, owner } = await openShop();
  const before = rows.audit(app.db).length;
  app.db.$client.exec(
    "CREATE TRIGGER full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  expect((await invite(app, owner)).status).toBe(500);
  app.db.$client.exec('DROP TRIGGER full');
  expect(rows.audit(app.db)).toHaveLength(before);
  expect((await app.get('/api/json/people', owner)).body.people).toHaveLength(1);
});

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
  expect(rows.admins(app.db)).toMatchObject([
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
  // The list of people begins with the first account.
  await addAdmin(joined.app, { ...OWNER, username: 'zoe' });
  expect((await joined.app.post(PATH, { ...OWNER, code: joined.code })).status).toBe(409);
  const app = await appWithAdmin({ env: { dataDir: tempFolder() } });
  expect((await app.post(PATH, { ...OWNER, code: 'abc' })).status).toBe(409);
});

async function person(app: TestApp, username: string, role: Role, notices: object) {
  const { headers } = await colleague(app, role, username);
  expect((await app.post('/api/admin/notices', notices, headers)).status).toBe(200);
  return headers;
}

const recipientsOf = (app: TestApp, kind: string) =>
  rows
    .outbox(app.db)
    .filter((message) => message.kind === kind)
    .map(({ recipient }) => recipient)
    .toSorted();

test('each person gets the emails they chose, besides the mailbox, and only what their role may see', async () => {
  const app = await startTestApp();
  await person(app, 'ada', 'owner', { email: ['orders', 'forms', 'payments'], desktop: [] });
  await person(app, 'bo', 'staff', { email: ['forms'], desktop: [] });
  await person(app, 'cy', 'accountant', { email: ['orders', 'forms'], desktop: [] });
  await buyWithCard(app, aDraft({ serviceTypes: ['voice', 'onhold'] }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: 'ORD-10001' }));
  const mailbox = 'hello@northlight.example';
  expect(recipientsOf(app, 'new-order')).toEqual(['ada@studio.example', 'cy@studio.example', mailbox]);
  expect(recipientsOf(app, 'new-submission')).toEqual(['ada@studio.example', 'bo@studio.example', mailbox]);
});

test('what someone does not want on the desktop is marked in their stream', async () => {
  const app = await startTestApp();
  const quiet = await person(app, 'ada', 'owner', { email: [], desktop: ['forms'] });
  const { headers: usual } = await colleague(app, 'owner');
  const firstEvent = async ({ response, leave }: Awaited<ReturnType<typeof openStream>>) => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const [, data] = /^data: (.*)$/m.exec(text) ?? [];
      if (!data) continue;
      leave();
      return JSON.parse(data);
    }
  };
  // An open stream hears what happens from then on.
  const streams = [
    await openStream(app, '/api/admin/live', quiet),
    await openStream(app, '/api/admin/live', usual),
  ];
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const [toQuiet, toUsual] = await Promise.all(streams.map(firstEvent));
  expect(toQuiet).toMatchObject({ kind: 'order', isQuiet: true });
  expect(toUsual).toEqual({ kind: 'order', orderNumber: 'ORD-10001', title: expect.any(String) });
});

test.each([
  ['was deactivated', { isActive: false }, 404],
  ['is no owner any more', { role: 'staff' }, 404],
  ['has a new password', { password: 'another hash' }, 200],
] as const)(
  'an invitation of somebody who %s counts as long as they may still send one',
  async (_what, change, status) => {
    const { app } = await openShop();
    const { headers: other } = await colleague(app, 'owner', 'eve');
    await invite(app, other);
    const eve = personOf(app, 'eve').id;
    const invitation = invitationOf(app, undefined, eve);
    adminStore.update(app.db, eve, change, app.clock.now);
    expect((await app.post('/api/admin/invitation', invitation)).status).toBe(status);
    expect((await accept(app, invitation)).status).toBe(status);
  },
);

test('the sender of an invitation can’t be exchanged', async () => {
  const { app, owner } = await openShop();
  await invite(app, owner);
  const { id, key = '' } = invitationOf(app);
  const forged = { id, key: key.replace(/^1-/, '0-') };
  expect((await app.post('/api/admin/invitation', forged)).status).toBe(404);
  expect((await app.post('/api/admin/invitation', { id, key })).status).toBe(200);
});
