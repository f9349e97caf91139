/**
 * Runs two tabs of one checkout together with the providers' events, the sweep, and the providers' latency.
 * The seed determines what the buyer does and when. How these interleave in the shop depends on timing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { cents } from '../../../test/paypal/records.ts';
import { PaypalFault } from '../../../test/paypal/http.ts';
import { StripeRefusal } from '../../../test/stripe/http.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { startLiveApp, type LiveApp } from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

const CHECKOUTS = inFull(200, 20);
const AT_ONCE = 20;
const LATENCY_MS = 12;
const HOUR = 60 * 60_000;

type Random = () => number;
type Draft = ReturnType<typeof aDraft>;
type Buyer = { draft: Draft; refusedOrders: Map<string, number> };

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] ?? expect.fail();

/** Acts on the provider's page. The page shows refusals such as "paid already" or "canceled". */
function atProvider(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StripeRefusal) && !(error instanceof PaypalFault)) throw error;
  }
}

const withCode = ({ draft }: Buyer): Draft => ({ ...draft, promoCode: 'SAVE50' });

/** This tab may apply the promo code between its steps, and the other tab does not know about it. */
async function cardTab(app: LiveApp, buyer: Buyer, random: Random): Promise<void> {
  let { draft } = buyer;
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await delay(random() * 60);
    if (random() < 0.3) draft = withCode(buyer);
    const { paymentIntentId } = await startCard(app, draft);
    if (!paymentIntentId) return;
    await delay(random() * 60);
    const means = pick(random, ['succeeds', 'succeeds', 'declined', 'debit'] as const);
    atProvider(() => app.stripe.confirm(paymentIntentId, means));
    if (random() < 0.7) await checkOut(app, draft, { paymentIntentId });
  }
}

async function paypalTab(app: LiveApp, buyer: Buyer, random: Random): Promise<void> {
  let { draft } = buyer;
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await delay(random() * 60);
    const { paypalOrderId } = await startPaypal(app, draft);
    if (!paypalOrderId) return;
    await delay(random() * 60);
    const source = pick(random, [
      'pays',
      'pays',
      'is refused',
      'is refused',
      'cannot pay',
      'pays slowly',
    ] as const);
    atProvider(() => app.paypal.approve(paypalOrderId, source));
    if (random() < 0.3) draft = withCode(buyer);
    if (random() < 0.2) continue;
    const { status } = await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId });
    // The buyer sees that the payment failed, adds money to the account, and does nothing else. It must not
    // be captured now.
    if (status === 402) {
      buyer.refusedOrders.set(paypalOrderId, Date.now());
      app.paypal.bought(paypalOrderId).purse = 'pays';
      return;
    }
  }
}

const isRefused = ({ refusedOrders }: Buyer): boolean => refusedOrders.size > 0;

/** The charges for one checkout in cents, from the providers' records. */
function chargesOf({ db, stripe, paypal }: LiveApp, { draft }: Buyer): number[] {
  const own = rows.payments(db).filter(({ draftId }) => draftId === draft.checkoutId);
  const ids = new Set(own.map(({ providerPaymentId }) => providerPaymentId));
  return [
    ...[...stripe.records.charges.values()]
      .filter(({ status, payment_intent }) => status === 'succeeded' && ids.has(payment_intent))
      .map(({ amount_captured }) => amount_captured),
    ...[...paypal.records.captures.values()]
      .filter(({ orderId, status }) => status === 'COMPLETED' && ids.has(orderId))
      .map(({ amount }) => cents(amount)),
  ];
}

function wrongs(app: LiveApp, buyer: Buyer): string[] {
  const charges = chargesOf(app, buyer);
  const orders = rows.orders(app.db).filter(({ checkoutId }) => checkoutId === buyer.draft.checkoutId);
  const paid = orders.filter(({ receivedAmountCents }) => receivedAmountCents !== null);
  const name = buyer.draft.email;
  return [
    ...(charges.length > 1 ? [`${name} was charged ${charges.join(' and ')}`] : []),
    ...(charges.length !== paid.length
      ? [`${name}: ${charges.length} charges and ${paid.length} paid orders`]
      : []),
    ...paid
      .filter(({ paymentStatus }) => paymentStatus !== 'completed')
      .map(({ review }) => `${name} paid, and the order is pending: ${review?.code}`),
    ...paid
      .filter(({ initialPaymentCents }) => initialPaymentCents !== charges[0])
      .map(({ initialPaymentCents }) => `${name} was charged ${charges[0]} for ${initialPaymentCents}`),
    ...[...buyer.refusedOrders].flatMap(([orderId, toldAt]) =>
      app.paypal.records
        .capturesOf(orderId)
        .filter(({ create_time }) => Date.parse(create_time) > toldAt)
        .map(() => `${name} was charged after the refusal of ${orderId}`),
    ),
  ];
}

test(`${CHECKOUTS} checkouts in two tabs, with events and sweeps have one order per charge, the right amounts, and no capture after a refusal`, async () => {
  const app = await startLiveApp();
  for (const fake of [app.stripe, app.paypal]) {
    const random = seededRandom(7);
    fake.state.latencyMs = () => random() * LATENCY_MS;
    Object.assign(fake.webhooks.settings, { copies: 2, jitterMs: 80 });
  }
  app.paypal.settings.leavesRefusedApproved = true;
  const buyers: Buyer[] = [];
  const buying = { isOver: false };
  const shopAtWork = async () => {
    while (!buying.isOver) {
      await delay(5);
      app.clock.now = new Date(Math.max(Date.now(), app.clock.now.getTime()) + 20_000);
      await app.processEvents();
      await sweepPayments(app.context);
    }
  };
  const working = shopAtWork();
  const serve = async () => {
    while (buyers.length < CHECKOUTS || (!buyers.some(isRefused) && buyers.length < 10 * CHECKOUTS)) {
      const seed = buyers.length + 1;
      const random = seededRandom(seed);
      // Every other bundle recurs.
      const serviceTypes: Draft['serviceTypes'] = [seed % 2 ? 'website' : 'onhold'];
      const email = `buyer-${seed}@example.com`;
      const buyer = { draft: aDraft({ email, serviceTypes }), refusedOrders: new Map() };
      buyers.push(buyer);
      await Promise.all([cardTab(app, buyer, random), paypalTab(app, buyer, random)]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  buying.isOver = true;
  await working;
  for (const fake of [app.stripe, app.paypal]) fake.state.latencyMs = undefined;
  for (const intent of app.stripe.records.intents.values()) {
    if (intent.status === 'processing') app.stripe.settleDebit(intent.id, intent.created % 2 === 0);
  }
  for (const { orderId, status } of app.paypal.records.captures.values()) {
    if (status === 'PENDING') app.paypal.settleCapture(orderId, true);
  }
  for (let passes = 0; passes < 3; passes += 1) {
    await app.settled();
    await app.sweepAfter(HOUR);
  }

  expect(buyers.flatMap((buyer) => wrongs(app, buyer))).toEqual([]);
  const paidOrders = rows.orders(app.db).filter(({ paymentStatus }) => paymentStatus === 'completed');
  // Nothing was charged twice and refunded.
  expect(rows.refunds(app.db)).toEqual([]);
  // A slow machine changes the order of things, and with it how many pay.
  expect(paidOrders.length).toBeGreaterThan(CHECKOUTS / 4);
  expect(buyers.some(isRefused)).toBe(true);
});
