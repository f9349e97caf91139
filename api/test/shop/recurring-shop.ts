import type { Env } from '../../src/base/settings/env.ts';
import { priceOffers } from '../../src/db/schema/recurring.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { advance } from '../../src/money/payments/demo/demo-store.ts';
import { processEvents } from '../../src/money/provider-events/process-event.ts';
import { checkDueAgreements } from '../../src/money/recurring/check-agreement.ts';
import { loggedIn } from '../fixtures/admin-fixtures.ts';
import { aDraft } from '../fixtures/factories.ts';
import type { MEANS } from '../stripe/payment-methods.ts';
import { appWithAdmin } from './admin-client.ts';
import { startLiveApp, payByPaypal } from './live-app.ts';
import { checkOut, confirmCard, startCard, pageLink } from './purchase-steps.ts';
import type { TestApp } from './test-app.ts';

const DAY = 24 * 60 * 60_000;
export const NUMBER = 'ORD-10001';

/** A little later, so that a new recurring payment is started. */
const SOON = 5_000 / DAY;

type Charge = { dueAt: string; state: string; attempts: number };
/** "2026-12-21 paid 1": the charges of a recurring payment by day, state, and tries. */
export const chargesIn = ({ charges }: { charges: Charge[] }): string[] =>
  charges.map(({ dueAt, state, attempts }) => `${dueAt.slice(0, 10)} ${state} ${attempts}`);

/** What the team and the customer do about the recurring payment of the first order. */
function recurringSteps(app: TestApp) {
  const link = (number = NUMBER) => `/api/recurring-payment?${new URLSearchParams(pageLink(app, number))}`;
  // A session ends when its clock moves on by days.
  const see = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  const read = () => see(`/api/json/cases/${NUMBER}`);
  const emails = async (words: string) =>
    (await app.sentEmails()).filter(({ subject }) => subject.includes(words));
  return {
    see,
    read,
    agreement: async () => (await read()).recurring,
    act: async (action: object) =>
      app.post(`/api/admin/cases/${NUMBER}/recurring`, action, await loggedIn(app)),
    link,
    customer: async () => (await app.get(link())).body,
    change: (action: string, more: object = {}) => app.post(link(), { action, ...more }),
    emails,
    subjects: async (words = '') => (await emails(words)).map(({ subject }) => subject),
    offers: () => app.db.select().from(priceOffers).all(),
    /** The worker starts and checks what is due. */
    work: async (): Promise<void> => {
      while ((await checkDueAgreements(app.context)) > 0);
    },
  };
}

/** Works today, and declines the recurring payments. */
const FAILS_LATER = '4000 0000 0000 0341';

/** A demo shop whose clock of recurring payments moves on. */
export async function openDemo(env: Partial<Env> = {}) {
  const app = await appWithAdmin({ env });
  const steps = recurringSteps(app);
  return {
    app,
    ...steps,
    wait: async (days: number) => {
      await inTransaction(app.db, () => advance(app.db, days * DAY));
      await steps.work();
    },
    start: async () => {
      app.wait(SOON * DAY);
      await steps.work();
    },
  };
}

type Sold = { isYearly?: boolean; fails?: boolean; orderedAt?: Date };

/** The same, which sold a website on November 21, 2026, at 10:00 UTC, or at another time. */
export async function soldInDemo(
  { fails = false, orderedAt, ...bought }: Parameters<typeof aDraft>[0] & Sold = {},
  env: Partial<Env> = {},
) {
  const shop = await openDemo(env);
  if (orderedAt) shop.app.clock.now = orderedAt;
  const draft = aDraft({ isYearly: false, ...bought });
  const { clientSecret, paymentIntentId } = await startCard(shop.app, draft);
  await confirmCard(shop.app, clientSecret, ...(fails ? [FAILS_LATER] : []));
  await checkOut(shop.app, draft, { paymentIntentId });
  await shop.start();
  return { ...shop, pay: async () => void (await shop.change('pay')) };
}

/** A live shop that sold a website by a PayPal subscription. */
export async function soldByPaypal({
  isYearly = false,
  fails = false,
  isRateLimited = true,
  orderedAt = new Date('2026-11-21T12:00:00.437Z'),
} = {}) {
  const app = await startLiveApp({ isRateLimited });
  const steps = recurringSteps(app);
  const setClock = (now: Date) => {
    app.clock.now = now;
    app.paypal.advanceTo(now);
  };
  const work = async () => {
    await app.settled();
    await steps.work();
  };
  /** Time passes at PayPal and in the shop, whose events and daily checks are worked off each day, or after each `step`. */
  const wait = async (days: number, step = 1) => {
    for (let day = 0; day < days; day += step) {
      setClock(new Date(app.clock.now.getTime() + step * DAY));
      await work();
    }
  };
  setClock(orderedAt);
  const draft = aDraft({ isYearly });
  const { paypalOrderId: id } = await payByPaypal(app, draft);
  await app.settled();
  await wait(SOON, SOON);
  const subscription = app.paypal.records.subscription(id);
  if (fails) subscription.purse = 'is refused';
  return {
    app,
    ...steps,
    id,
    subscription,
    work,
    wait,
    /** The customer's account has money again, and PayPal tries again. */
    pay: async () => {
      subscription.purse = 'pays';
      await wait(5);
    },
  };
}

/** A live shop that sold a website, paid by card at Stripe. */
export async function soldByStripe({
  means = 'succeeds' as keyof typeof MEANS,
  isYearly = false,
  isRateLimited = false,
  orderedAt = new Date('2027-01-31T10:00:00.437Z'),
} = {}) {
  const app = await startLiveApp({ isRateLimited });
  const { stripe } = app;
  const steps = recurringSteps(app);
  const pass = (days: number): void => {
    app.wait(days * DAY);
    stripe.advanceTo(app.clock.now);
  };
  const settle = async (): Promise<void> => {
    await stripe.webhooks.idle();
    while ((await processEvents(app.context)).mayBeMore);
    await steps.work();
  };
  /** Time passes in the shop and at Stripe, which reports what happens. */
  const wait = async (days: number): Promise<void> => {
    pass(days);
    await settle();
  };
  app.clock.now = orderedAt;
  pass(0);
  const draft = aDraft({ isYearly });
  const { paymentIntentId } = await startCard(app, draft);
  stripe.confirm(paymentIntentId, means);
  await checkOut(app, draft, { paymentIntentId });
  return {
    app,
    ...steps,
    stripe,
    paymentIntentId,
    pass,
    settle,
    wait,
    /** The worker starts what was ordered. Returns the ID of Stripe's customer. */
    start: async (): Promise<string> => {
      await wait(SOON);
      return [...stripe.records.customers.keys()][0] ?? '';
    },
    /** The customer pays what is open on Stripe's page, and stores a card that works. */
    pay: async (): Promise<void> => {
      const [customer = ''] = stripe.records.customers.keys();
      stripe.payOpenInvoice(customer, 'succeeds');
      stripe.updateCard(customer, 'succeeds');
      await settle();
    },
  };
}

/** The same, after the worker has started what was ordered. */
export async function startedByStripe({
  fails = false,
  ...options
}: Parameters<typeof soldByStripe>[0] & { fails?: boolean } = {}) {
  const shop = await soldByStripe({ ...(fails && { means: 'fails later' }), ...options });
  await shop.start();
  return shop;
}
