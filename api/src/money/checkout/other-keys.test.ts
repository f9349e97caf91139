import { onTestFinished, expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { checkTallies } from '../../../test/shop/check-tallies.ts';
import { connectionShop } from '../../../test/shop/connection-shop.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { startFakeStripe, type FakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { DAY_MS } from '../../base/units.ts';
import * as connectionStore from '../../db/connection-store.ts';
import { isCounted } from '../../db/tallies.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sweepPayments } from '../provider-events/sweep.ts';
import { checkDueAgreements } from '../recurring/check-agreement.ts';

const keysOf = ({ publishableKey, secretKey }: FakeStripe) => ({ publishableKey, secretKey });

async function fake(kind: 'test' | 'live', alsoAt?: FakeStripe) {
  const key = Math.random().toString(36).slice(2);
  const stripe = await startFakeStripe({
    secretKey: `sk_${kind}_${key}`,
    publishableKey: `pk_${kind}_${key}`,
  });
  onTestFinished(stripe.close);
  alsoAt?.alsoServes(stripe);
  return stripe;
}

/** A demo shop, which is connected to Stripe later. */
async function openDemo(kind: 'test' | 'live') {
  const stripe = await fake(kind);
  const variables = { STRIPE_API_BASE: stripe.base, STRIPE_JS_URL: stripe.scriptUrl };
  const { app, cookie, save } = await connectionShop(variables);
  const hold = (isHeld: boolean) =>
    inTransaction(app.db, () => connectionStore.holdLive(app.db, isHeld, 1, app.clock.now));
  return { app, cookie, stripe, save, hold, connect: () => save('stripe', keysOf(stripe)) };
}

const CASES = [
  ['test keys', 'test', null],
  ['live keys that take payments', 'live', 'on'],
  ['live payments that were stopped', 'live', 'off'],
] as const;

test.each(CASES)(
  '%s: what was only begun in the demo makes no order, and begins anew',
  async (_w, kind, turn) => {
    const { app, stripe, connect, hold } = await openDemo(kind);
    const draft = aDraft();
    const begun = await startCard(app, draft);
    await connect();
    if (turn) await hold(false);
    if (turn === 'off') await hold(true);
    const late = await app.post('/api/demo-payments/card', {
      clientSecret: begun.clientSecret,
      cardNumber: '4242424242424242',
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'payments_changed' } });
    const refused = await checkOut(app, draft, { paymentIntentId: begun.paymentIntentId });
    expect(refused).toMatchObject({ status: 409, body: { code: 'payments_changed' } });
    expect(rows.orders(app.db)).toEqual([]);
    if (turn === 'off') return;
    const { paymentIntentId } = await startCard(app, draft);
    stripe.confirm(paymentIntentId, 'succeeds');
    const { body } = await checkOut(app, draft, { paymentIntentId });
    expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
    expect(rows.orders(app.db)).toMatchObject([{ paymentMode: kind }]);
    expect(rows.payments(app.db).map(({ mode, status }) => [mode, status])).toEqual([
      ['demo', 'failed'],
      [kind, 'paid'],
    ]);
  },
);

test.each(CASES)('%s: what was paid in the demo stays a demo, and counts nowhere', async (_w, kind, turn) => {
  const { app, connect, hold } = await openDemo(kind);
  await buyWithCard(app, aDraft());
  const draft = aDraft();
  const begun = await startCard(app, draft);
  await confirmCard(app, begun.clientSecret);
  await connect();
  const shopMode = turn ? 'live' : kind;
  if (turn) await hold(false);
  if (turn === 'off') await hold(true);
  const { body } = await checkOut(app, draft, { paymentIntentId: begun.paymentIntentId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed', isDemo: true });
  expect(rows.orders(app.db).map(({ paymentMode }) => paymentMode)).toEqual(['demo', 'demo']);
  await expect.poll(() => isCounted(app.db, shopMode)).toBe(true);
  checkTallies(app.db);
});

test('a customer of the demo who never came back is no open payment for ever', async () => {
  const { app, connect } = await openDemo('test');
  await startCard(app, aDraft());
  await connect();
  app.wait(DAY_MS);
  await sweepPayments(app.context);
  expect(rows.payments(app.db)).toMatchObject([{ mode: 'demo', status: 'failed' }]);
  expect(rows.orders(app.db)).toEqual([]);
});

test('an order of the demo can still be refunded, and its recurring payment that had not begun ends', async () => {
  const { app, cookie, connect, hold } = await openDemo('live');
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await connect();
  await hold(false);
  app.wait(60 * 60_000);
  await checkDueAgreements(app.context);
  expect(rows.agreements(app.db)).toMatchObject([{ provider: 'demo-card', state: 'canceled' }]);
  const refund = { amount: 10, reason: 'a test', refundKey: crypto.randomUUID() };
  await app.post('/api/admin/payments/1/refund', refund, cookie);
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded' }]);
});

test('an order that nobody paid makes no sale real', async () => {
  const { app, connect, hold } = await openDemo('live');
  await buyWithCard(app, aDraft());
  await connect();
  await hold(false);
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  expect(rows.orders(app.db)).toMatchObject([
    { paymentMode: 'demo' },
    { paymentMode: 'live', paymentStatus: 'pending' },
  ]);
  await inTransaction(app.db, () =>
    app.db.$client.exec('UPDATE connections SET sealed = NULL, version = 9; DELETE FROM shop_settings'),
  );
  expect(app.context.settings.payments.mode).toBe('demo');
  await expect.poll(() => isCounted(app.db, 'demo')).toBe(true);
});

test('test keys that a server’s live keys replaced can’t be asked, so an attempt with them begins anew', async () => {
  const { app, connect, stripe } = await openDemo('test');
  await connect();
  const draft = aDraft();
  const begun = await startCard(app, draft);
  const live = await fake('live', stripe);
  // As if the server had other keys after a restart.
  await inTransaction(app.db, () => {
    const kept = (value: string) => ({ value, by: 'Ada', at: 1 });
    const { publishableKey, secretKey } = keysOf(live);
    const values = {
      publishableKey: kept(publishableKey),
      secretKey: kept(secretKey),
      webhookSecret: kept('whsec_a'),
    };
    connectionStore.saveConnection(app.db, app.context.settings.secret, 'stripe', { values, earlier: [] });
  });
  const refused = await checkOut(app, draft, { paymentIntentId: begun.paymentIntentId });
  expect(refused).toMatchObject({ status: 409, body: { code: 'payments_changed' } });
  const again = await startCard(app, draft);
  expect(live.records.intents.has(again.paymentIntentId)).toBe(true);
  expect(rows.payments(app.db).map(({ mode, status }) => [mode, status])).toEqual([
    ['test', 'failed'],
    ['live', 'open'],
  ]);
});
