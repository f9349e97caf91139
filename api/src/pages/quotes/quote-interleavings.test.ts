/**
 * Runs two windows of each quote's customer together with its owner, the providers' events, the sweep, and outages. The
 * seed determines who does what and when. How these interleave in the shop depends on timing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { cents } from '../../../test/paypal/records.ts';
import { PaypalFault } from '../../../test/paypal/http.ts';
import { StripeRefusal } from '../../../test/stripe/http.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startLiveApp, type LiveApp } from '../../../test/shop/live-app.ts';
import { aQuote, customerOf } from '../../../test/shop/quote-steps.ts';
import { quotes } from '../../db/schema/quotes.ts';
import { quoteCheckoutOf } from '../../money/quotes/quote-key.ts';
import { sweepPayments } from '../../money/provider-events/sweep.ts';

const QUOTES = inFull(200, 30);
const AT_ONCE = 20;
const LATENCY_MS = 8;
const HOUR = 60 * 60_000;

type Random = () => number;
type Customer = ReturnType<typeof customerOf>;
type Watched = {
  number: string;
  customer: Customer;
  /** What the server said was accepted. */
  accepted: { version: number; name: string; total: string; lines: unknown }[];
  /** The owner or the customer ended it, and the server said yes. */
  ended: boolean;
};

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] ?? expect.fail();

/** Acts on the provider's page, which shows refusals such as "canceled". */
function atProvider(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StripeRefusal) && !(error instanceof PaypalFault)) throw error;
  }
}

async function customerWindow(app: LiveApp, watched: Watched, method: 'card' | 'paypal', random: Random) {
  const { customer, accepted } = watched;
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await delay(random() * 40);
    const seen = await customer.read();
    await delay(random() * 30);
    if (seen.state === 'sent') {
      if (random() < 0.1) {
        const { status } = await customer.decline('No.');
        if (status === 200) watched.ended = true;
        continue;
      }
      // The page may be older than the quote.
      const shown = { total: seen.total, version: seen.version, name: `${method} ${rounds}` };
      const { status, body } = await customer.accept(shown);
      if (status === 200 && body.agreed.name === shown.name)
        accepted.push({ ...shown, lines: body.lines.map(({ amount }: { amount: string }) => amount) });
    }
    const { payment } = await customer.read();
    if (!payment) continue;
    const draft = {
      amount: 1,
      checkoutId: payment.checkoutId,
      link: { order: customer.quote, key: customer.key },
    };
    await delay(random() * 30);
    if (method === 'card') {
      const { body } = await app.post('/api/create-payment-intent', draft);
      if (!body.paymentIntentId) continue;
      await delay(random() * 30);
      atProvider(() =>
        app.stripe.confirm(body.paymentIntentId, pick(random, ['succeeds', 'succeeds', 'declined'])),
      );
      if (random() < 0.8)
        await app.post('/api/checkout', {
          ...draft,
          paymentMethod: 'credit-card',
          paymentIntentId: body.paymentIntentId,
        });
    } else {
      const { body } = await app.post('/api/process-paypal', draft);
      if (!body.paypalOrderId) continue;
      await delay(random() * 30);
      atProvider(() => app.paypal.approve(body.paypalOrderId, pick(random, ['pays', 'pays', 'is refused'])));
      if (random() < 0.8)
        await app.post('/api/checkout', {
          ...draft,
          paymentMethod: 'paypal',
          paypalOrderId: body.paypalOrderId,
        });
    }
  }
}

async function ownerWindow(app: LiveApp, watched: Watched, random: Random) {
  const { number } = watched;
  const act = (action: object) => app.act(`/api/json/quotes/${number}`, action);
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await delay(random() * 120);
    const dice = random();
    if (dice < 0.35) {
      const { email: _email, ...terms } = aQuote({
        lines: [{ name: 'Changed', amount: `${100 + rounds}.00` }],
      });
      const { status } = await act({ action: 'save', ...terms });
      // The new version is open again.
      if (status === 200) watched.ended = false;
    } else if (dice < 0.5) {
      const { status } = await act({ action: 'withdraw' });
      if (status === 200) watched.ended = true;
    } else if (dice < 0.6) {
      // As if its last day were over.
      app.db
        .update(quotes)
        .set({ validUntil: new Date(0) })
        .where(eq(quotes.number, number))
        .run();
    }
  }
}

/** The charges for all versions of a quote in cents, from the providers' records. */
function chargesOf({ db, stripe, paypal }: LiveApp, checkoutIds: ReadonlySet<string | null>): number[] {
  const own = rows.payments(db).filter(({ draftId }) => checkoutIds.has(draftId));
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

function wrongs(app: LiveApp, { number, accepted, ended }: Watched): string[] {
  const quote = app.db.select().from(quotes).where(eq(quotes.number, number)).get() ?? expect.fail();
  const { versions, orderNumber, state } = quote;
  const { secret } = app.context.settings;
  const checkoutIds = new Set(versions.map((_, index) => quoteCheckoutOf(secret, quote, index + 1)));
  const charges = chargesOf(app, checkoutIds);
  const orders = rows
    .orders(app.db)
    .filter(
      ({ checkoutId, receivedAmountCents }) =>
        checkoutIds.has(checkoutId ?? '') && receivedAmountCents !== null,
    );
  const paid = orders[0];
  const last = versions.at(-1)?.agreed;
  return [
    ...(charges.length > 1 ? [`charged ${charges.join(' and ')}`] : []),
    ...(charges.length !== orders.length
      ? [`${charges.length} charges and ${orders.length} paid orders`]
      : []),
    ...orders
      .filter(({ paymentStatus }) => paymentStatus !== 'completed')
      .map(({ review }) => `paid, and the order is pending: ${review?.code}`),
    ...(paid && orderNumber !== paid.orderNumber ? [`paid, and the quote says ${orderNumber}`] : []),
    ...(paid && state !== 'accepted' ? [`paid, and the quote is ${state}`] : []),
    ...(paid && last?.price.now.dueTodayCents !== charges[0]
      ? [`charged ${charges[0]} for another price`]
      : []),
    ...(!paid && orderNumber ? ['not paid, and the quote has an order'] : []),
    ...(ended && charges.length > 0 ? [`charged after it was ended (${state})`] : []),
    ...accepted.flatMap((said) => {
      const { agreed } = versions[said.version - 1] ?? {};
      const isSame =
        agreed?.name === said.name &&
        agreed.price.whole.dueTodayCents === Math.round(Number(said.total) * 100) &&
        agreed.content.lines.length === (said.lines as unknown[]).length;
      return isSame ? [] : [`version ${said.version}, as accepted by ${said.name}, has changed`];
    }),
  ].map((what) => `${number}: ${what}`);
}

test(`${QUOTES} quotes in two windows, with changes, withdrawals, and outages: one outcome, and one charge of what was accepted`, async () => {
  const live = await startLiveApp();
  const app = live;
  for (const [index, fake] of [app.stripe, app.paypal].entries()) {
    const random = seededRandom(11);
    fake.state.latencyMs = () => random() * LATENCY_MS;
    Object.assign(fake.webhooks.settings, { copies: 2, jitterMs: 60 });
    fake.faults.byChance(0.03, 5 + index);
  }
  const all: Watched[] = [];
  const acting = { isOver: false };
  const shopAtWork = async () => {
    while (!acting.isOver) {
      await delay(5);
      app.clock.now = new Date(Math.max(Date.now(), app.clock.now.getTime()) + 1_000);
      await app.processEvents();
      await sweepPayments(app.context);
    }
  };
  const working = shopAtWork();
  let started = 0;
  const serve = async () => {
    while (started < QUOTES) {
      started += 1;
      const random = seededRandom(started);
      const period = started % 2 ? [{ name: 'Care', amount: '30.00', period: 'month' as const }] : [];
      const lines = [{ name: 'Pages', amount: `${200 + started}.00` }, ...period];
      const duePercent = pick(random, [100, 100, 50]);
      const sent = aQuote({ email: `buyer-${started}@example.com`, lines, duePercent });
      const { body } = await app.act('/api/json/quotes', sent);
      const { number } = body.quote;
      const { link } = (await app.see(`/api/json/quotes/${number}`)).quote;
      const watched = { number, customer: customerOf(app, new URL(link)), accepted: [], ended: false };
      all.push(watched);
      await Promise.all([
        customerWindow(app, watched, 'card', random),
        customerWindow(app, watched, 'paypal', random),
        ownerWindow(app, watched, random),
      ]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  acting.isOver = true;
  await working;
  for (const fake of [app.stripe, app.paypal]) {
    fake.state.latencyMs = undefined;
    fake.faults.calm();
  }
  for (let passes = 0; passes < 4; passes += 1) {
    await app.settled();
    await app.sweepAfter(HOUR);
  }
  expect(all.flatMap((watched) => wrongs(app, watched))).toEqual([]);
  expect(new Set(all.map(({ number }) => number)).size).toBe(QUOTES);
  expect(rows.refunds(app.db)).toEqual([]);
  // Checks that the seeds produce enough of everything.
  const states = app.db.select().from(quotes).all();
  const count = (isOne: (quote: (typeof states)[number]) => boolean) => states.filter(isOne).length;
  expect(count(({ orderNumber }) => orderNumber !== null)).toBeGreaterThan(QUOTES / 4);
  expect(count(({ versions }) => versions.length > 1)).toBeGreaterThan(QUOTES / 10);
  expect(count(({ state }) => state === 'withdrawn' || state === 'declined')).toBeGreaterThan(QUOTES / 20);
});

test('a changed quote ends the payment that its customer had begun', async () => {
  const app = await startLiveApp();
  const { number } = (await app.act('/api/json/quotes', aQuote({ email: 'ada@marlow.example' }))).body.quote;
  const { link } = (await app.see(`/api/json/quotes/${number}`)).quote;
  const customer = customerOf(app, new URL(link));
  const { total, version } = await customer.read();
  expect((await customer.accept({ total, version, name: 'Ada Marlow' })).status).toBe(200);
  const { checkoutId } = (await customer.read()).payment;
  const start = { amount: 1, checkoutId, link: { order: customer.quote, key: customer.key } };
  const { body } = await app.post('/api/create-payment-intent', start);
  const statusOf = () => app.stripe.records.intents.get(body.paymentIntentId)?.status;
  expect(statusOf()).toBe('requires_payment_method');
  const { email: _email, ...terms } = aQuote({ lines: [{ name: 'Changed', amount: '100.00' }] });
  const { status } = await app.act(`/api/json/quotes/${number}`, { action: 'save', ...terms });
  expect(status).toBe(200);
  expect(statusOf()).toBe('canceled');
});
