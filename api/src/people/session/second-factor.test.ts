import { expect, test } from 'vitest';
import {
  ADMIN,
  colleague,
  cookieOf,
  isLoggedIn,
  loggedIn,
  login,
} from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { codeOf, startPasskey, withPasskey, withTotp } from '../../../test/fixtures/second-factor.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { softwarePasskey } from '../../../test/fixtures/software-passkey.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { aPng, ask, upload } from '../../../test/shop/upload-steps.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { adminUsers, limitTimes } from '../../db/schema/people.ts';
import type { Env } from '../../base/settings/env.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { decryptTotp } from './totp.ts';

async function openShop(env: Partial<Env> = {}) {
  const { app, cookie: ada } = await openConsole({ env: { dataDir: tempFolder(), ...env } });
  return { app, ada };
}

const ticketOf = async (app: TestApp) => (await login(app)).body.secondFactor?.ticket;
const factor = (app: TestApp, body: object) => app.post('/api/admin/login/factor', body);
/** Logs in with a passkey alone. */
async function loginBy(app: TestApp, passkey: Awaited<ReturnType<typeof withPasskey>>, changes: object = {}) {
  const { ticket, options } = await startPasskey(app);
  return factor(app, { ticket, passkey: passkey.sign(options, changes) });
}
const actionsOf = (app: TestApp) => rows.audit(app.db).map(({ action }) => action);
const failures = (app: TestApp) => actionsOf(app).filter((action) => action === 'login-factor-failed');

test('with an authenticator app, the password alone opens nothing', async () => {
  const { app, ada } = await openShop();
  const { secret, recoveryCodes } = await withTotp(app, ada);
  expect(recoveryCodes).toHaveLength(10);
  const { body, headers } = await login(app);
  expect(body).toMatchObject({
    message: 'Second factor required',
    secondFactor: { methods: { passkey: false } },
  });
  expect(body.user).toBeUndefined();
  expect(headers.getSetCookie()).toEqual([]);
  const answer = await factor(app, { ticket: body.secondFactor.ticket, code: codeOf(app, secret) });
  expect(answer.body).toMatchObject({ message: 'Login successful', user: { name: 'ada' } });
  expect(await isLoggedIn(app, { cookie: cookieOf(answer.headers) })).toBe(true);
});

test.each([
  ['the next code, because a clock is a little ahead', 30, 200],
  ['the code before, because a clock is a little behind', -30, 200],
  ['a code of a clock that is 5 minutes ahead', 300, 400],
  ['a code of a clock that is 5 minutes behind', -300, 400],
])('%s', async (_name, seconds, status) => {
  const { app, ada } = await openShop();
  const { secret } = await withTotp(app, ada);
  app.wait(10 * MINUTE_MS);
  const body = { ticket: await ticketOf(app), code: codeOf(app, secret, seconds) };
  const answer = await factor(app, body);
  expect(answer.status).toBe(status);
  if (status === 400) expect(answer.body.message).toContain('Check the time on your device');
});

test('a code works once, even when it is sent twice at the same time', async () => {
  const { app, ada } = await openShop();
  const { secret } = await withTotp(app, ada);
  const code = codeOf(app, secret);
  const tickets = [await ticketOf(app), await ticketOf(app)];
  const answers = await pipelinedPosts(
    app.base,
    '/api/admin/login/factor',
    tickets.map((ticket) => ({ ticket, code })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await factor(app, { ticket: await ticketOf(app), code })).status).toBe(400);
});

test(
  'a flood of strangers who ask for passkeys ends nobody’s login, by code or by passkey',
  { tags: ['long'] },
  async () => {
    const { app, ada } = await openShop();
    const { secret } = await withTotp(app, ada);
    const passkey = await withPasskey(app, ada);
    const ticket = await ticketOf(app);
    const alone = await startPasskey(app);
    for (let part = 0; part < 12; part += 1)
      await Promise.all(Array.from({ length: 100 }, () => app.post('/api/admin/login/passkey', {})));
    expect((await factor(app, { ticket, code: codeOf(app, secret, 30) })).status).toBe(200);
    const answer = { ticket: alone.ticket, passkey: passkey.sign(alone.options) };
    expect((await factor(app, answer)).status).toBe(200);
    expect((await factor(app, answer)).status).toBe(410);
    const [challenge, endsAt = ''] = alone.ticket.split('.');
    const forged = { ...answer, ticket: `${challenge}.${Number(endsAt) + 1}.${alone.ticket.split('.')[2]}` };
    expect((await factor(app, forged)).body.code).toBe('login_ended');
  },
);

test('the audit log says only what happened: no wrong password, confirmation, or typed secret', async () => {
  const { app, ada } = await openShop({ isRateLimited: true });
  await withTotp(app, ada);
  const before = rows.audit(app.db).length;
  const wrong = { currentPassword: 'wrong', newPassword: 'another fine window 9' };
  expect((await app.post('/api/admin/reset-password', wrong, ada)).status).toBe(400);
  expect((await app.post('/api/admin/security/confirm', { code: '000000' }, ada)).status).toBe(400);
  await login(app, { username: 'a quiet password in the wrong field', password: 'x' });
  const added = rows.audit(app.db).slice(before);
  expect(added.map(({ action, who }) => [action, who])).toEqual([
    ['login-factor-failed', 'ada'],
    ['login-failed', 'Unknown username'],
  ]);
});

test('a recovery code works once, in any spelling, and new ones replace the old ones', async () => {
  const { app, ada } = await openShop();
  const { recoveryCodes } = await withTotp(app, ada);
  const [first = '', second = ''] = recoveryCodes;
  const use = async (code: string) => (await factor(app, { ticket: await ticketOf(app), code })).status;
  expect(await use(first.toUpperCase().replace('-', ' '))).toBe(200);
  expect(await use(first)).toBe(400);
  const { body } = await app.post('/api/admin/security/recovery-codes', {}, ada);
  expect(await use(second)).toBe(400);
  expect(await use(body.recoveryCodes[0])).toBe(200);
  expect((await app.get('/api/json/security', ada)).body.recoveryCodesLeft).toBe(9);
});

test('the database contains neither the secret of the app nor a recovery code', async () => {
  const { app, ada } = await openShop();
  const { secret, recoveryCodes } = await withTotp(app, ada);
  const content = app.db.$client.serialize().toString('latin1');
  for (const text of [secret, ...recoveryCodes, recoveryCodes[0]?.replace('-', '') ?? ''])
    expect(content).not.toContain(text);
});

test('the secret of an app that was added to an earlier version still opens', () => {
  const sealed = 'DMBMPmJr7rBH9apyTpoQkpuC0u7PXNP_EhdGqYlz1PbdznRh5g6BW8yc0g8';
  expect(decryptTotp('a secret of thirty-two characters', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(decryptTotp('another secret', sealed)).toBeNull();
});

test('a passkey logs in as the second step, or alone without the password', async () => {
  const { app, ada } = await openShop();
  const passkey = await withPasskey(app, ada);
  const ticket = await ticketOf(app);
  const second = await startPasskey(app, ticket);
  expect(second.options.allowCredentials).toMatchObject([{ id: passkey.id }]);
  const answer = await factor(app, { ticket: second.ticket, passkey: passkey.sign(second.options) });
  expect(answer.body.user).toMatchObject({ name: 'ada' });

  expect((await startPasskey(app)).options.allowCredentials).toEqual([]);
  const other = await loginBy(app, passkey);
  expect(await isLoggedIn(app, { cookie: cookieOf(other.headers) })).toBe(true);
});

test('what a passkey signed works once', async () => {
  const { app, ada } = await openShop();
  const passkey = await withPasskey(app, ada);
  const { ticket, options } = await startPasskey(app);
  const body = { ticket, passkey: passkey.sign(options) };
  expect((await factor(app, body)).status).toBe(200);
  expect((await factor(app, body)).status).toBe(410);
  const next = await startPasskey(app);
  expect((await factor(app, { ...body, ticket: next.ticket })).status).toBe(400);
});

test('100 hostile answers of passkeys open nothing, and each leaves an entry in the audit log', async () => {
  const { app, ada } = await openShop();
  const passkey = await withPasskey(app, ada);
  const stranger = softwarePasskey();
  const answers: ((options: { challenge: string }) => object)[] = [
    (options) => passkey.sign(options, { origin: 'https://evil.example' }),
    (options) => passkey.sign(options, { origin: 'http://localhost:3001' }),
    (options) => passkey.sign(options, { rpId: 'evil.example' }),
    (options) => passkey.sign(options, { challenge: 'AAAA' }),
    (options) => passkey.sign(options, { type: 'webauthn.create' }),
    (options) => passkey.sign(options, { isVerified: false }),
    (options) => passkey.sign(options, { counter: 1 }),
    (options) => stranger.sign(options),
    (options) => ({ ...stranger.sign(options), id: passkey.id, rawId: passkey.id }),
    (options) => passkey.register(options),
    () => ({}),
    () => ({ id: passkey.id }),
    () => ({ id: passkey.id, response: null }),
    () => ({ id: 5, response: { clientDataJSON: 5 } }),
    () => ({ id: passkey.id, response: { clientDataJSON: '%%%', authenticatorData: '', signature: '' } }),
    ...Array.from({ length: 85 }, (_, index) => (options: { challenge: string }) => {
      const signed = passkey.sign(options, { counter: 1_000 + index });
      const part = (['clientDataJSON', 'authenticatorData', 'signature'] as const)[index % 3] ?? 'signature';
      const bytes = Buffer.from(signed.response[part], 'base64url');
      const at = (index * 7) % bytes.length;
      bytes.writeUInt8((bytes.readUInt8(at) + 1 + index) % 256, at);
      return { ...signed, response: { ...signed.response, [part]: bytes.toString('base64url') } };
    }),
  ];
  // A passkey that counts must never count backwards.
  await loginBy(app, passkey, { counter: 500 });
  expect(answers).toHaveLength(100);
  for (const [index, answerTo] of answers.entries()) {
    const { ticket, options } = await startPasskey(app);
    const { status, headers } = await factor(app, { ticket, passkey: answerTo(options) });
    expect({ index, status, cookies: headers.getSetCookie() }).toEqual({ index, status: 400, cookies: [] });
  }
  expect(failures(app)).toHaveLength(100);
});

test('100 wrong codes open nothing, are limited, and leave entries', async () => {
  const { app, ada } = await openShop({ isRateLimited: true });
  const { secret } = await withTotp(app, ada);
  const right = codeOf(app, secret);
  const ticket = await ticketOf(app);
  const statuses: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const code = String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0');
    statuses.push((await factor(app, { ticket, code })).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(90);
  // Even the right one has to wait now, but a passkey doesn't.
  expect((await factor(app, { ticket, code: right })).status).toBe(429);
  expect(failures(app)).toHaveLength(10);
});

test('a passkey logs in while strangers use up the attempts for the username', async () => {
  const { app, ada } = await openShop({ isRateLimited: true });
  const passkey = await withPasskey(app, ada);
  // What 50 wrong passwords leave behind. Real ones would take a minute, because each waits longer.
  const now = app.clock.now.getTime();
  for (const [key, count] of [
    ['login-user ada', 50],
    ['login-pace ada', 1],
    ['login-network 127.0.0.0/24', 3],
    ['login-network ::1', 3],
  ] as const)
    app.db
      .insert(limitTimes)
      .values({ key, times: Array<number>(count).fill(now), updatedAt: app.clock.now })
      .onConflictDoUpdate({ target: limitTimes.key, set: { times: Array<number>(count).fill(now) } })
      .run();
  expect((await login(app)).status).toBe(429);
  expect((await loginBy(app, passkey)).status).toBe(200);
});

test('a ticket ends after five minutes, with the login, and belongs to one person', async () => {
  const { app, ada } = await openShop();
  const { secret } = await withTotp(app, ada);
  const ticket = await ticketOf(app);
  app.wait(5 * MINUTE_MS + 1);
  expect((await factor(app, { ticket, code: codeOf(app, secret) })).body).toMatchObject({
    code: 'login_ended',
  });
  const next = await ticketOf(app);
  expect((await factor(app, { ticket: next, code: codeOf(app, secret) })).status).toBe(200);
  app.wait(MINUTE_MS);
  expect((await factor(app, { ticket: next, code: codeOf(app, secret) })).status).toBe(410);

  const bo = await withTotp(app, (await colleague(app)).headers);
  expect((await factor(app, { ticket: await ticketOf(app), code: codeOf(app, bo.secret) })).status).toBe(400);
});

test('someone who was deactivated cannot log in with a passkey', async () => {
  const { app, ada } = await openShop();
  const passkey = await withPasskey(app, ada);
  const { ticket, options } = await startPasskey(app);
  app.db.update(adminUsers).set({ isActive: false }).run();
  expect((await factor(app, { ticket, passkey: passkey.sign(options) })).status).toBe(400);
});

test('exports, people, and second factors ask again after ten minutes; reading does not', async () => {
  const { app, ada } = await openShop();
  const { secret } = await withTotp(app, ada);
  const statusOf = async (path: string, body?: object) =>
    (body ? await app.post(path, body, ada) : await fetch(app.base + path, { headers: ada })).status;
  expect(await statusOf('/api/json/orders.csv')).toBe(200);
  app.wait(10 * MINUTE_MS);
  expect(await statusOf('/api/json/orders.csv')).toBe(403);
  expect(await statusOf('/api/admin/security/ready', {})).toBe(403);
  expect(await statusOf('/api/admin/people/1', { role: 'owner' })).toBe(403);
  expect(await statusOf('/api/admin/security/totp/remove', {})).toBe(403);
  const terms = { amountOffCents: null, percentOff: 100, serviceIds: null, startsOn: null, endsOn: null };
  const code = { code: 'FREE100', ...terms, maxUses: null, maxUsesPerEmail: null, isActive: true };
  expect(await statusOf('/api/admin/promo-codes', code)).toBe(403);
  const raise = { action: 'change-amount', amount: 9_999 };
  expect(await statusOf('/api/admin/cases/ORD-10001/recurring', raise)).toBe(403);
  expect(await statusOf('/api/json/orders')).toBe(200);
  expect(await statusOf('/api/admin/security/confirm', { code: '000000' })).toBe(400);
  expect(failures(app)).toHaveLength(1);
  expect(await statusOf('/api/admin/security/confirm', { code: codeOf(app, secret) })).toBe(200);
  expect(await statusOf('/api/json/orders.csv')).toBe(200);
});

test('refunds above the limit ask again, smaller ones do not', async () => {
  const { app, ada } = await openShop();
  await buyWithCard(app, aDraft());
  await withTotp(app, ada);
  app.wait(10 * MINUTE_MS);
  const refund = (amount?: number) =>
    app.post('/api/admin/payments/1/refund', { amount, reason: 'Test', refundKey: crypto.randomUUID() }, ada);
  expect((await refund(101)).body).toMatchObject({ code: 'confirm_first' });
  expect((await refund()).body).toMatchObject({ code: 'confirm_first' });
  expect((await refund(60)).status).toBe(200);
  // Several small refunds don't get around the limit.
  expect((await refund(41)).body).toMatchObject({ code: 'confirm_first' });
  expect((await refund(40)).status).toBe(200);
});

test('when the shop requires it, an owner without a second factor can only set one up', async () => {
  const { app, ada } = await openShop();
  const settings = { requireSecondFactor: true, confirmRefundsAbove: 50 };
  expect((await app.post('/api/admin/security/settings', settings, ada)).status).toBe(400);
  await withTotp(app, ada);
  expect((await app.post('/api/admin/security/settings', settings, ada)).status).toBe(200);
  const { headers: owner } = await colleague(app, 'owner');
  const { headers: staff } = await colleague(app, 'staff', 'cy');
  const required = { code: 'second_factor_required' };
  expect((await app.get('/api/json/orders', owner)).body).toMatchObject(required);
  const { body } = await buyWithCard(app, aDraft());
  const by = { order: body.order.orderNumber };
  const mine = await upload(app, { bytes: aPng(), by, headers: ada });
  expect((await upload(app, { bytes: aPng(), by, headers: owner })).body).toMatchObject(required);
  expect((await ask(app, mine.path, 'DELETE', owner)).status).toBe(404);
  expect((await app.get(`/api/json/files/${mine.id}`, owner)).body).toMatchObject(required);
  expect((await app.get('/api/json/orders', staff)).status).toBe(200);
  await withTotp(app, owner);
  expect((await app.get('/api/json/orders', owner)).status).toBe(200);
});

test('a session is listed with its device and can be ended alone or with all others', async () => {
  const { app, ada } = await openShop();
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const other = {
    cookie: cookieOf((await login(app, ADMIN, { 'user-agent': firefox })).headers),
    'user-agent': firefox,
  };
  const third = await loggedIn(app);
  const { sessions } = (await app.get('/api/json/security', ada)).body;
  expect(sessions).toHaveLength(3);
  const listed = sessions.find(({ device }: { device: string }) => device === 'Firefox on Windows');
  expect(listed).toMatchObject({ isThis: false, address: expect.stringContaining('127.0.0.1') });
  await app.post(`/api/admin/security/sessions/${listed.id}/end`, {}, ada);
  expect(await isLoggedIn(app, other)).toBe(false);
  expect(await isLoggedIn(app, third)).toBe(true);
  await app.post('/api/admin/security/sessions/end-others', {}, ada);
  expect(await isLoggedIn(app, third)).toBe(false);
  expect(await isLoggedIn(app, ada)).toBe(true);
  expect((await app.post('/api/admin/security/sessions/unknown/end', {}, ada)).status).toBe(404);
});

test('a cookie that another browser sends ends the session and leaves an entry; an update does not', async () => {
  const { app } = await openShop();
  const agent = (version: number, name = 'Firefox') => `Mozilla/5.0 (X11; Linux x86_64) ${name}/${version}.0`;
  const { headers } = await login(app, ADMIN, { 'user-agent': agent(140) });
  const cookie = cookieOf(headers);
  const isTaken = (browser: string) => isLoggedIn(app, { cookie, 'user-agent': browser });
  expect(await isTaken(agent(141))).toBe(true);
  expect(await isTaken(agent(141, 'Chrome'))).toBe(false);
  expect(await isTaken(agent(141))).toBe(false);
  expect(rows.audit(app.db).at(-1)).toMatchObject({
    action: 'session-moved',
    detail: { before: 'Firefox on Linux', now: 'Chrome on Linux' },
  });
});

test('a session that goes on from another address leaves an entry', async () => {
  const { app } = await openShop({ trustProxyHops: 1 });
  const cookie = cookieOf((await login(app, ADMIN, { 'x-forwarded-for': '203.0.113.5' })).headers);
  app.wait(2 * MINUTE_MS);
  await app.post('/api/admin/security/ready', {}, { cookie, 'x-forwarded-for': '198.51.100.7' });
  await expect
    .poll(() => rows.audit(app.db).at(-1))
    .toMatchObject({ action: 'address-changed', address: '198.51.100.7', detail: { before: '203.0.113.5' } });
});
