import { expect, test } from 'vitest';
import { cookieOf, isLoggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { codeOf, startPasskey, withPasskey, withTotp } from '../../../test/fixtures/second-factor.ts';
import { pipelinedPosts, statusCounts } from '../../../test/shop/pipeline.ts';
import { type TestApp } from '../../../test/shop/test-app.ts';
import { sessions } from '../../db/schema/people.ts';
import { HOUR_MS } from '../../base/units.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';

const ROUNDS = 20;
const AT_ONCE = [10, 25, 50];
const FACTOR = '/api/admin/login/factor';

async function openShop({ isRateLimited = false } = {}) {
  const { app, cookie: ada } = await openConsole({ env: { isRateLimited, trustProxyHops: 1 } });
  return { app, ada, ...(await withTotp(app, ada)) };
}

const ticketOf = async (app: TestApp): Promise<string> => (await login(app)).body.secondFactor.ticket;
const sessionsOf = (app: TestApp) => app.db.select().from(sessions).all().length;
/** Each network has a limit of its own. */
const from = (round: number) => ({ 'x-forwarded-for': `203.0.${round}.7` });

test('of many wrong codes at once, ten are looked at in an hour, wherever the right one stands', async () => {
  const { app, secret } = await openShop({ isRateLimited: true });
  for (let round = 0; round < ROUNDS; round += 1) {
    app.wait(HOUR_MS + 1);
    const ticket = await ticketOf(app);
    const right = codeOf(app, secret);
    const count = AT_ONCE[round % AT_ONCE.length] ?? 10;
    const rightAt = round % count;
    const codes = Array.from({ length: count }, (_, index) =>
      index === rightAt ? right : String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'),
    );
    const answers = await pipelinedPosts(
      app.base,
      FACTOR,
      codes.map((code) => ({ ticket, code })),
      from(round),
    );
    const isEarly = rightAt < 10;
    expect({ round, ...statusCounts(answers) }).toEqual({
      round,
      400: isEarly ? 9 : 10,
      ...(count > 10 && { 429: count - 10 }),
      ...(isEarly && { 200: 1 }),
    });
  }
});

test('a login ticket gives one session, however many right codes come at once', async () => {
  const { app, ada } = await openShop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { recoveryCodes } = (await app.post('/api/admin/security/recovery-codes', {}, ada)).body;
    const ticket = await ticketOf(app);
    const before = sessionsOf(app);
    const bodies = Array.from({ length: AT_ONCE[round % AT_ONCE.length] ?? 10 }, (_, index) => ({
      ticket,
      code: recoveryCodes[index % recoveryCodes.length],
    }));
    const answers = await pipelinedPosts(app.base, FACTOR, bodies);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ headers }) => headers.getSetCookie().length > 0)).toHaveLength(1);
    expect(sessionsOf(app)).toBe(before + 1);
  }
});

test('a login ticket gives one session, even when a code and several passkey answers come at once', async () => {
  const { app, ada, recoveryCodes } = await openShop();
  const passkey = await withPasskey(app, ada);
  const ticket = await ticketOf(app);
  const starts = [];
  for (let count = 0; count < 5; count += 1) starts.push(await startPasskey(app, ticket));
  // A ticket made from one that was made from the login's ticket belongs to the same login.
  starts.push(await startPasskey(app, starts[0]?.ticket));
  const forCode = await startPasskey(app, ticket);
  const bodies = starts.map((start) => ({ ticket: start.ticket, passkey: passkey.sign(start.options) }));
  const before = sessionsOf(app);
  const answers = await pipelinedPosts(app.base, FACTOR, [
    ...bodies,
    { ticket, code: recoveryCodes[0] },
    { ticket, code: recoveryCodes[1] },
    { ticket: forCode.ticket, code: recoveryCodes[2] },
  ]);
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(sessionsOf(app)).toBe(before + 1);
  expect(await isLoggedIn(app, { cookie: cookieOf(won[0]?.headers ?? new Headers()) })).toBe(true);
  expect((await app.post(FACTOR, { ticket, code: recoveryCodes[3] })).status).toBe(410);
  expect((await app.post(FACTOR, { ticket: forCode.ticket, code: recoveryCodes[4] })).status).toBe(410);
});
