import { processEvents } from '../../src/money/provider-events/process-event.ts';
import { orderKeyOf } from '../../src/work/orders/order-links.ts';
import * as orderStore from '../../src/work/orders/order-store.ts';
import * as agreementStore from '../../src/money/recurring/agreement-store.ts';
import { checkDueAgreements } from '../../src/money/recurring/check-agreement.ts';
import { loggedIn } from '../fixtures/admin-fixtures.ts';
import { aDraft } from '../fixtures/factories.ts';
import type { MEANS } from '../stripe/payment-methods.ts';
import { startLiveApp } from './live-app.ts';
import { checkOut, startCard } from './purchase-steps.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const NUMBER = 'ORD-10001';

/** A live shop that sold a website, paid by card at Stripe. */
export async function soldByStripe({
  means = 'succeeds' as keyof typeof MEANS,
  isYearly = false,
  isRateLimited = false,
  orderedAt = new Date('2027-01-31T10:00:00.437Z'),
} = {}) {
  const app = await startLiveApp({ isRateLimited });
  const { stripe, db, context } = app;
  const pass = (milliseconds: number): void => {
    app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
    stripe.advanceTo(app.clock.now);
  };
  const work = async (): Promise<void> => {
    while ((await checkDueAgreements(context)) > 0);
  };
  const settle = async (): Promise<void> => {
    await stripe.webhooks.idle();
    while ((await processEvents(context)).mayBeMore);
    await work();
  };
  app.clock.now = orderedAt;
  pass(0);
  const draft = aDraft({ isYearly });
  const { paymentIntentId } = await startCard(app, draft);
  stripe.confirm(paymentIntentId, means);
  await checkOut(app, draft, { paymentIntentId });
  const order = orderStore.byNumber(db, NUMBER);
  if (!order) throw new Error('No order.');
  const link = `/api/recurring-payment?order=${NUMBER}&key=${orderKeyOf(context.settings.secret, order)}`;
  // A session ends when the clock moves on by days.
  const see = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  return {
    app,
    stripe,
    paymentIntentId,
    pass: (days: number) => pass(days * DAY),
    work,
    settle,
    /** Time passes in the shop and at Stripe, which reports what happens. */
    wait: async (days: number): Promise<void> => {
      pass(days * DAY);
      await settle();
    },
    /** The worker starts what was ordered. */
    start: async (): Promise<string> => {
      pass(5 * SECOND);
      await settle();
      return agreementStore.byOrder(db, order.id)?.providerId ?? '';
    },
    recurring: async () => (await see(`/api/json/cases/${NUMBER}`)).recurring,
    act: async (action: object) =>
      (await app.post(`/api/admin/cases/${NUMBER}/recurring`, action, await loggedIn(app))).body,
    customer: async () => (await app.get(link)).body,
    change: async (action: string, more: object = {}) => (await app.post(link, { action, ...more })).body,
    subjects: async (words: string) =>
      (await app.sentEmails()).map(({ subject }) => subject).filter((subject) => subject.includes(words)),
  };
}

/** The same, after the worker has started what was ordered. */
export async function startedByStripe(options: Parameters<typeof soldByStripe>[0] = {}) {
  const shop = await soldByStripe(options);
  await shop.start();
  return shop;
}
