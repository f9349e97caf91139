/**
 * Shops that buy, refund, dispute, pause and cancel at random, at providers that are as unkind as they can be. The seed
 * decides what happens. Afterward, the money at the providers must equal the books, and every sentence about money
 * must have been true when somebody read it. BAD_DAYS is the number of shops.
 */
import { randomUUID } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Email } from '../src/email/transport.ts';
import { checkDueAgreements } from '../src/money/recurring/check-agreement.ts';
import { paymentRequests } from '../src/db/schema/quotes.ts';
import { isOver } from '../src/money/payments/recurring.ts';
import { auditQuotes } from './check-quotes.ts';
import { seededRandom } from '../seed/seeded-random.ts';
import { inFull } from '../test/fixtures/long.ts';
import { loggedIn } from '../test/fixtures/admin-fixtures.ts';
import { aDraft } from '../test/fixtures/factories.ts';
import { rows } from '../test/fixtures/rows.ts';
import { orderKeyOf } from '../src/work/orders/order-links.ts';
import { cents, PAYPAL_UNKINDNESSES } from '../test/paypal/records.ts';
import { PaypalFault } from '../test/paypal/http.ts';
import { FAULTS } from '../test/provider/faults.ts';
import { startLiveApp, type LiveApp } from '../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../test/shop/purchase-steps.ts';
import { BUYER, quotesOf } from '../test/shop/quote-steps.ts';
import { subscribedElsewhere } from '../test/shop/subscribed-elsewhere.ts';
import { StripeRefusal } from '../test/stripe/http.ts';
import { STRIPE_UNKINDNESSES } from '../test/stripe/records.ts';

// Pauses cost no time. A mocked module would stay for the next files of this worker.
beforeAll(() => {
  const wait = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...rest: []) =>
    wait(work, Math.min(ms, 1), ...rest),
  );
  const pause = vi.spyOn(timers, 'setTimeout').mockImplementation(async () => undefined as never);
  syncBuiltinESMExports();
  return () => {
    vi.unstubAllGlobals();
    pause.mockRestore();
    syncBuiltinESMExports();
  };
});

const DAYS = Number(process.env['BAD_DAYS'] ?? inFull(40, 2));
const STEPS = 30;
const MOST_BUYERS = 6;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOT_CHARGED = /haven’t been charged|Nothing was charged/;
const REFUSED = /can’t start|refused|marked as inactive|required permissions/;
const NEVER_AGAIN = 'Canceled. You won’t be charged again.';
const QUICK = FAULTS.filter((fault) => !/busy|slow|silent/.test(fault));
/** These stop every recurring payment at Stripe, so only some shops have them. */
const RARE = new Set<string>(['makes no prices', 'archives products', 'leaves subscriptions past due']);

type Buyer = { draft: ReturnType<typeof aDraft>; paymentIntentId?: string; paypalOrderId?: string };

/** A subscription that another system started at Stripe. */
async function takeOver(app: LiveApp, email: string): Promise<void> {
  const { id } = await subscribedElsewhere(app, { email });
  const text = `email,name,provider,subscription\n${email},Cleo Park,stripe,${id}\n`;
  const sent = { name: 'old.csv', text, skipsRefused: false };
  const { body } = await app.post('/api/admin/imports', sent, await loggedIn(app));
  expect(body.message).toBe('1 row imported');
}

async function aBadDay(seed: number) {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const app = await startLiveApp({}, (email) => readEmail(email));
  const { stripe, paypal, db } = app;
  app.clock.now = new Date('2027-01-20T10:00:00.437Z');
  const pass = (ms: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
    stripe.advanceTo(app.clock.now);
    paypal.advanceTo(app.clock.now);
  };
  pass(0);
  const taken = 'cleo@cafe.example';
  if (seed % 3 !== 0) await takeOver(app, taken);
  const isEach = seed % 2 === 0;
  for (const one of PAYPAL_UNKINDNESSES) if (isEach || chance(0.4)) paypal.records.unkind.add(one);
  for (const one of STRIPE_UNKINDNESSES)
    if (RARE.has(one) ? chance(0.1) : isEach || chance(0.4)) stripe.records.unkind.add(one);
  paypal.records.pendingReason = pick(['ECHECK', 'UNILATERAL', 'PENDING_REVIEW', 'OTHER']);
  stripe.faults.byChance(0.05, seed, QUICK);
  paypal.faults.byChance(0.05, seed + 1, QUICK);
  for (const { webhooks } of [stripe, paypal]) webhooks.settings.copies = pick([1, 1, 2]);

  const wrong: string[] = [];
  const buyers: Buyer[] = Array.from({ length: 2 }, (_one, nth) => ({
    draft: aDraft({
      email: `buyer-${nth}@shop.example`,
      ...pick([{}, { isYearly: true }, { serviceTypes: ['onhold'] }, { promoCode: 'SAVE50' }]),
    }),
  }));
  if (rows.orders(db).length > 0) buyers.push({ draft: { email: taken, checkoutId: 'taken over' } as never });
  /** What the providers hold for a checkout, or its failed payments, after refunds and with what is on its way. */
  const heldFor = ({ draft }: Buyer, isFailed = false): number => {
    const own = rows
      .payments(db)
      .filter(({ draftId, status }) => draftId === draft.checkoutId && (!isFailed || status === 'failed'));
    const keys = new Set(own.map(({ attemptKey }) => attemptKey));
    const byCard = [...stripe.records.charges.values()]
      .filter(({ payment_intent, status }) => {
        const intent = stripe.records.intents.get(payment_intent);
        return status !== 'failed' && keys.has(intent?.metadata['attemptKey'] ?? '');
      })
      .map(({ amount, amount_refunded }) => amount - amount_refunded);
    const first = (id: string) =>
      id.startsWith('I-') ? paypal.records.capturesOf(id).slice(0, 1) : paypal.records.capturesOf(id);
    const byPaypal = [...paypal.records.orders.keys(), ...paypal.records.subscriptions.keys()]
      .filter((id) => keys.has(paypal.bought(id).custom_id ?? ''))
      .flatMap(first)
      .filter(({ status }) => status !== 'DECLINED' && status !== 'FAILED')
      .map(({ id, amount }) => cents(amount) - paypalRefunded(app, id));
    return [...byCard, ...byPaypal].reduce((sum, one) => sum + one, 0);
  };
  const endings: { orderNumber: string; at: Date }[] = [];
  /** Checks a response against the providers' records at this moment. */
  const hear = (buyer: Buyer, what: string, body: object): void => {
    const said = JSON.stringify(body);
    if (NOT_CHARGED.test(said) && heldFor(buyer) > 0)
      wrong.push(`${what} said that nothing was charged, and ${heldFor(buyer)} cents are held`);
  };
  const orderOf = ({ draft }: Buyer) =>
    rows
      .orders(db)
      .find(
        ({ checkoutId, imported, email }) =>
          checkoutId === draft.checkoutId || (imported !== null && email === draft.email),
      );
  const asAdmin = async (path: string, body: object) => app.post(path, body, await loggedIn(app));
  /** Acts on a provider's page, which refuses what is not possible. */
  const atProvider = (act: () => unknown): void => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof StripeRefusal) && !(error instanceof PaypalFault)) throw error;
    }
  };
  const work = async (): Promise<void> => {
    await app.settled();
    await app.sweepAfter(0);
    await checkDueAgreements(app.context);
    await app.sentEmails();
  };
  /** Checks what a customer is told against the providers' records at this moment. */
  const readEmail = ({ to, text }: Email): void => {
    const buyer = buyers.find(({ draft }) => draft.email === to);
    const held = buyer && text?.includes('That payment was not charged') ? heldFor(buyer, true) : 0;
    if (held > 0) wrong.push(`an email said that a payment was not charged, and ${held} cents are held`);
  };

  const STEPS_OF: Record<string, (buyer: Buyer) => Promise<void> | void> = {
    card: async (buyer) => {
      const { paymentIntentId, ...body } = await startCard(app, buyer.draft);
      hear(buyer, 'create-payment-intent', body);
      if (!paymentIntentId) return;
      buyer.paymentIntentId = paymentIntentId;
      const means = pick([
        'succeeds',
        'succeeds',
        'declined',
        'debit',
        'redirect',
        'fails later',
        'microdeposits',
      ] as const);
      atProvider(() => stripe.confirm(paymentIntentId, means));
      if (means === 'redirect') atProvider(() => stripe.authenticate(paymentIntentId, chance(0.7)));
    },
    paypal: async (buyer) => {
      const { paypalOrderId, ...body } = await startPaypal(app, buyer.draft);
      hear(buyer, 'process-paypal', body);
      if (!paypalOrderId) return;
      buyer.paypalOrderId = paypalOrderId;
      atProvider(() =>
        paypal.approve(
          paypalOrderId,
          pick(['pays', 'pays', 'pays slowly', 'is refused', 'cannot pay', 'is declined']),
        ),
      );
    },
    checkOut: async (buyer) => {
      const { draft, paymentIntentId, paypalOrderId } = buyer;
      const isPaypal = paypalOrderId !== undefined && (paymentIntentId === undefined || chance(0.5));
      if (!isPaypal && !paymentIntentId) return;
      const claims = isPaypal ? { paymentMethod: 'paypal' as const, paypalOrderId } : { paymentIntentId };
      const { body } = await checkOut(app, draft, claims);
      hear(buyer, 'checkout', body);
    },
    wait: async () => {
      pass(pick([20_000, 5 * MINUTE, 3 * HOUR, 26 * HOUR]));
      await work();
    },
    waitForDays: async () => {
      for (let day = 0; day < 16; day += 1) {
        pass(24 * HOUR);
        await work();
      }
    },
    settle: () => {
      for (const intent of stripe.records.intents.values())
        if (intent.status === 'processing') atProvider(() => stripe.settleDebit(intent.id, chance(0.6)));
      for (const { orderId, status, reason } of paypal.records.captures.values())
        if (status === 'PENDING' && reason !== 'BUYER_COMPLAINT')
          atProvider(() => paypal.settleCapture(orderId, chance(0.6)));
    },
    refund: async (buyer) => {
      const payment = rows
        .payments(db)
        .find(({ draftId, status }) => draftId === buyer.draft.checkoutId && status === 'paid');
      if (!payment) return;
      const status = pick(['COMPLETED', 'PENDING'] as const);
      paypal.settings.refundStatus = status;
      const amount = chance(0.5) ? {} : { amount: 10 };
      await asAdmin(`/api/admin/payments/${payment.id}/refund`, {
        ...amount,
        reason: 'x',
        refundKey: randomUUID(),
      });
      paypal.settings.refundStatus = 'COMPLETED';
    },
    refundAtDashboard: (buyer) => {
      const payment = rows
        .payments(db)
        .find(({ draftId, status }) => draftId === buyer.draft.checkoutId && status === 'paid');
      const id = payment?.providerPaymentId;
      // A refund in part of a subscription's fee is the one thing that PayPal does not tell.
      if (id)
        atProvider(() =>
          payment.provider === 'stripe' ? stripe.refundAtDashboard(id) : paypal.refundAtDashboard(id),
        );
    },
    dispute: (buyer) => {
      const payment = rows
        .payments(db)
        .find(({ draftId, status }) => draftId === buyer.draft.checkoutId && status === 'paid');
      if (!payment?.chargeId || !payment.providerPaymentId) return;
      const { providerPaymentId: id, chargeId } = payment;
      if (payment.provider === 'stripe') atProvider(() => stripe.dispute(id));
      else atProvider(() => paypal.openDispute(chargeId, '2027-12-01T00:00:00.000Z'));
    },
    decideDisputes: () => {
      for (const dispute of stripe.records.disputes.values())
        if (dispute.status === 'needs_response')
          stripe.closeDispute(dispute.payment_intent ?? '', chance(0.5) ? 'won' : 'lost');
      for (const { id, status } of paypal.records.disputes.values())
        if (status !== 'RESOLVED')
          paypal.resolveDispute(id, pick(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR']));
    },
    change: async (buyer) => {
      const order = orderOf(buyer);
      if (!order) return;
      const action = pick(['pause', 'resume', 'cancel-later', 'undo-cancel', 'start', 'keep']);
      await asAdmin(`/api/admin/cases/${order.orderNumber}/recurring`, { action });
    },
    cancel: async (buyer) => {
      const order = orderOf(buyer);
      if (!order) return;
      const key = orderKeyOf(app.context.settings.secret, order);
      const { body } = await app.post(`/api/recurring-payment?order=${order.orderNumber}&key=${key}`, {
        action: 'cancel',
      });
      if (body.message !== NEVER_AGAIN) return;
      endings.push({ orderNumber: order.orderNumber, at: app.clock.now });
    },
    quote: async (buyer) => {
      if (buyers.length >= MOST_BUYERS) return;
      const { write, link } = await quotesOf(app);
      const email = buyer.draft.email ?? BUYER;
      const { body } = await write({ email, duePercent: pick([30, 100]) });
      const customer = await link(body.quote.number);
      if (chance(0.9)) await customer.accept();
      const { payment } = await customer.read();
      const paying = { order: customer.quote, key: customer.key };
      if (payment) buyers.push({ draft: { checkoutId: payment.checkoutId, link: paying } as never });
    },
    request: async (buyer) => {
      const order = orderOf(buyer);
      if (!order || order.isExtra || buyers.length >= MOST_BUYERS) return;
      const { orderNumber } = order;
      await asAdmin(`/api/admin/cases/${orderNumber}/payment-requests`, {
        amount: '149.00',
        reason: 'Photos',
      });
      const asked = db.select().from(paymentRequests).all().at(-1);
      const link = { order: orderNumber, key: orderKeyOf(app.context.settings.secret, order) };
      if (asked?.details.caseId === order.caseId)
        buyers.push({ draft: { checkoutId: asked.checkoutId, link } as never });
    },
    offer: async (buyer) => {
      const order = orderOf(buyer);
      const from = new Date(app.clock.now.getTime() + (15 + Math.floor(random() * 20)) * 24 * HOUR);
      const offer = {
        action: 'offer-amount',
        amount: pick([20, 25, 35]),
        from: from.toISOString().slice(0, 10),
      };
      if (!order) return;
      await asAdmin(`/api/admin/cases/${order.orderNumber}/recurring`, { ...offer, text: '' });
      if (chance(0.7)) await STEPS_OF['answer']?.(buyer);
    },
    answer: async (buyer) => {
      const order = orderOf(buyer);
      if (!order) return;
      const link = `/api/recurring-payment?order=${order.orderNumber}&key=${orderKeyOf(app.context.settings.secret, order)}`;
      const { offer, otherPeriod } = (await app.get(link)).body;
      const id = rows.agreements(db).find((one) => one.id === order.id)?.providerId ?? '';
      if (otherPeriod && chance(0.3)) {
        await app.post(link, { action: 'change-period', otherPeriod });
        if (id.startsWith('I-') && chance(0.7)) atProvider(() => paypal.approve(id));
        return;
      }
      if (offer && !offer.isAccepted && chance(0.8))
        await app.post(link, { action: 'accept-offer', offer: { id: offer.id, chargeAt: offer.chargeAt } });
    },
    suspend: () => {
      for (const one of paypal.records.subscriptions.values())
        if (one.status === 'ACTIVE' && chance(0.5))
          paypal.suspend(one.id, chance(0.5) ? 'On vacation' : undefined);
    },
    outage: () => {
      for (const { webhooks } of [stripe, paypal]) webhooks.hold();
    },
    outageEnds: () => {
      stripe.webhooks.release((events) => events.toReversed());
      paypal.webhooks.release((events) => events.toReversed());
    },
  };
  const names = Object.keys(STEPS_OF);
  // What is to follow an order, so that it isn't left to chance alone.
  const later = ['offer', 'answer', 'quote', 'request', 'waitForDays'];
  const often = ['card', 'paypal', 'checkOut', 'checkOut', 'checkOut', 'wait', 'wait'];
  const history: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const hasOrder = step > STEPS / 2 && rows.agreements(db).length > 0;
    const name = hasOrder && chance(0.4) ? pick(later) : chance(0.6) ? pick(often) : pick(names);
    history.push(name);
    await STEPS_OF[name]?.(pick(buyers));
    await app.sentEmails();
  }

  // Whoever still pays may be offered another price, and accept it.
  for (const buyer of buyers) if (chance(0.7)) await STEPS_OF['offer']?.(buyer);
  for (let days = 0; days < 66; days += 3) {
    pass(3 * 24 * HOUR);
    await work();
  }
  // The providers are well again, and everything is decided.
  stripe.faults.calm();
  paypal.faults.calm();
  for (const one of ['takes the fee later', 'misses what is new'] as const) paypal.records.unkind.delete(one);
  await STEPS_OF['outageEnds']?.(buyers[0] as Buyer);
  for (const refund of paypal.records.refunds.values())
    if (refund.status === 'PENDING') paypal.settleRefund(refund.id, 'COMPLETED');
  for (let hour = 0; hour < 9 * 24; hour += 6) {
    pass(6 * HOUR);
    // Stripe repeats a broken answer for a day.
    stripe.forgetKeys();
    await work();
    for (const name of ['settle', 'decideDisputes']) await STEPS_OF[name]?.(buyers[0] as Buyer);
  }
  const before = stripe.requests.length + paypal.requests.length;
  for (let quarter = 0; quarter < 24 * 4; quarter += 1) {
    pass(HOUR / 4);
    await work();
  }
  const callsOfADay = stripe.requests.length + paypal.requests.length - before;
  return { app, buyers, heldFor, endings, wrong, history, callsOfADay, promises: 0 };
}

const paypalRefunded = ({ paypal }: LiveApp, captureId: string): number =>
  paypal.records
    .refundsOf(captureId)
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + cents(amount), 0);

async function check(day: Awaited<ReturnType<typeof aBadDay>>): Promise<string[]> {
  const { app, buyers, heldFor, endings, wrong, callsOfADay } = day;
  const { db, stripe, paypal } = app;
  const payments = rows.payments(db);
  const refunds = rows.refunds(db).filter(({ status }) => status !== 'failed');
  const agreements = rows.agreements(db);
  const told = (await app.businessEmails()).map(({ text }) => text ?? '');
  for (const buyer of buyers) {
    const own = payments.filter(
      ({ draftId, status }) => draftId === buyer.draft.checkoutId && status === 'paid',
    );
    const received = own.reduce((sum, { receivedAmountCents }) => sum + (receivedAmountCents ?? 0), 0);
    const returned = refunds
      .filter(({ paymentId }) => own.some(({ id }) => id === paymentId))
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (received - returned !== heldFor(buyer))
      wrong.push(`the books say ${received} - ${returned}, and the providers hold ${heldFor(buyer)}`);
    const order = rows.orders(db).find(({ checkoutId }) => checkoutId === buyer.draft.checkoutId);
    const isDisputed = own.some(({ review }) => review?.code === 'disputed');
    const price = order?.initialPaymentCents ?? 0;
    if (heldFor(buyer) > price && !isDisputed)
      wrong.push(`${heldFor(buyer)} is more than the price of ${price}`);
    if (received > 0 && order?.paymentStatus !== 'completed')
      wrong.push('a paid checkout has no completed order');
  }

  // Recurring charges, and subscriptions that nobody knows.
  for (const agreement of agreements) {
    const charges = rows.charges(db).filter(({ agreementId }) => agreementId === agreement.id);
    const inBooks = charges.filter(({ paidAt }) => paidAt).map(({ amountCents }) => amountCents);
    const id = agreement.providerId ?? '';
    const atProvider =
      agreement.provider === 'stripe'
        ? stripe
            .invoicesOf(id.split(' ')[0] ?? '')
            .filter(({ status }) => status === 'paid')
            .map(({ amount_due }) => amount_due)
        : paypal.records
            .capturesOf(id)
            .slice(1)
            .filter(({ status }) => status !== 'DECLINED')
            .map(({ amount }) => cents(amount));
    const sum = (amounts: number[]) => amounts.reduce((total, one) => total + one, 0);
    if (sum(inBooks) !== sum(atProvider))
      wrong.push(`charges: ${inBooks} in the books, ${atProvider} at ${agreement.provider}`);
  }
  for (const subscription of paypal.records.subscriptions.values()) {
    if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status)) continue;
    const known = agreements.find(({ providerId }) => providerId === subscription.id);
    if (!known || isOver(known))
      wrong.push(
        `PayPal’s ${subscription.id} is ${subscription.status} and ${known?.state ?? 'unknown'} here`,
      );
  }
  for (const { id, customer, status, ended_at } of stripe.records.subscriptions.values()) {
    const known = agreements.find(({ providerId }) =>
      [customer, `${customer} ${id}`].includes(providerId ?? ''),
    );
    if (ended_at === null && (!known || isOver(known)))
      wrong.push(`Stripe’s subscription is ${status} and ${known?.state ?? 'unknown'} here`);
  }
  // What a customer accepted is what the first charge from its day on costs, and no earlier one does.
  for (const { agreementId, state, startsAt, answeredAt, amountCents, appliedAt } of rows.priceOffers(db)) {
    const agreement = agreements.find(({ id }) => id === agreementId);
    if (state !== 'accepted' || !agreement || !answeredAt) continue;
    day.promises += 1;
    const since = rows
      .charges(db)
      .filter((one) => one.agreementId === agreementId && one.dueAt >= answeredAt);
    const first = since.find(({ dueAt }) => dueAt.getTime() >= startsAt.getTime() - 4 * 24 * HOUR);
    const { orderNumber = '' } = rows.orders(db).find(({ id }) => id === agreementId) ?? {};
    const isRefused = told.some((text) => text.includes(orderNumber) && REFUSED.test(text));
    const about = `${amountCents} from ${startsAt.toISOString()} at ${agreement.provider} (${agreement.state})`;
    // The customer's own credit at Stripe pays a part.
    const credit = agreement.provider === 'stripe' && stripe.records.unkind.has('has a credit') ? 500 : 0;
    if (first && first.amountCents !== amountCents - credit && !isRefused)
      wrong.push(`${about}: charged ${first.amountCents} on ${first.dueAt.toISOString()}, ${appliedAt}`);
    const early = since.find((one) => one.dueAt.getTime() < startsAt.getTime() - 4 * 24 * HOUR);
    if (early?.amountCents === amountCents - credit)
      wrong.push(`${about}: charged on ${early.dueAt.toISOString()}`);
  }
  for (const { orderNumber, at } of endings) {
    const order = rows.orders(db).find((one) => one.orderNumber === orderNumber);
    const agreement = agreements.find(({ id }) => id === order?.id);
    const isUndone = agreement && !isOver(agreement) && agreement.cancelAt === null;
    const later = rows
      .charges(db)
      .filter((charge) => charge.agreementId === order?.id && charge.paidAt && charge.paidAt > at);
    if (later.length > 0 && !isUndone) wrong.push(`${orderNumber} was charged after “${NEVER_AGAIN}”`);
  }
  wrong.push(...auditQuotes(db).wrong);
  for (const { status } of rows.refunds(db))
    if (status === 'pending') wrong.push('a refund is still pending');
  for (const { status, chargeId, provider } of payments)
    if (status === 'paid' && !chargeId) wrong.push(`a payment at ${provider} has no charge`);
  // What was paid back in full must end, or the business knows why it can't yet.
  for (const agreement of agreements) {
    const order = rows.orders(db).find(({ id }) => id === agreement.id);
    const made = refunds.filter(
      ({ paymentId, status }) => paymentId === order?.paymentId && status === 'succeeded',
    );
    const sum = made.reduce((total, { amountCents }) => total + amountCents, 0);
    if (!order || agreement.paidBack === 'kept' || sum < (order.receivedAmountCents ?? Infinity)) continue;
    const knows = (words: string) =>
      told.some((text) => text.includes(order.orderNumber) && text.includes(words));
    if (!isOver(agreement) && !(agreement.problem && knows('couldn’t be canceled yet')))
      wrong.push(`a recurring payment at ${agreement.provider} goes on after a full refund`);
    const at = Math.max(...made.map(({ updatedAt }) => updatedAt.getTime()));
    const isLater = ({ agreementId, paidAt }: { agreementId: number; paidAt: Date | null }) =>
      agreementId === agreement.id && paidAt !== null && paidAt.getTime() > at + 24 * HOUR;
    if (rows.charges(db).some(isLater) && !knows('although the order was paid back'))
      wrong.push(`a charge at ${agreement.provider} after a full refund was told to nobody`);
  }
  // Two checkouts with a few attempts, refunds and agreements each, nine days after the last event.
  if (callsOfADay > 150) wrong.push(`${callsOfADay} calls on a quiet day`);
  return wrong;
}

test(
  `${DAYS} shops on bad days: money at the providers equals the books, and nobody reads a false sentence`,
  { timeout: DAYS * 2 * MINUTE },
  async () => {
    const failed: string[] = [];
    const first = Number(process.env['BAD_DAYS_FROM'] ?? 1);
    let [orders, promises] = [0, 0];
    for (let seed = first; seed < first + DAYS; seed += 1) {
      const day = await aBadDay(seed);
      const wrong = await check(day);
      promises += day.promises;
      orders += rows.orders(day.app.db).length;
      if (wrong.length > 0) failed.push(`seed ${seed}: ${wrong.join('; ')} after ${day.history.join(' ')}`);
      expect([...day.app.stripe.errors, ...day.app.paypal.errors]).toEqual([]);
    }
    expect(failed).toEqual([]);
    expect(orders).toBeGreaterThan(DAYS / 2);
    expect(promises).toBeGreaterThan(DAYS / 6);
  },
);
