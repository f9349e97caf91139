import { checkDueAgreements } from '../../src/money/recurring/check-agreement.ts';
import { orderKeyOf } from '../../src/work/orders/order-links.ts';
import * as orderStore from '../../src/work/orders/order-store.ts';
import { aDraft } from '../fixtures/factories.ts';
import { loggedIn } from '../fixtures/admin-fixtures.ts';
import { startLiveApp } from './live-app.ts';
import { checkOut, startPaypal } from './purchase-steps.ts';

const DAY_MS = 24 * 60 * 60_000;
const NUMBER = 'ORD-10001';

/** A live shop that sold a website by a PayPal subscription. */
export async function soldByPaypal({
  isYearly = false,
  isRateLimited = true,
  orderedAt = new Date('2026-11-21T12:00:00.437Z'),
} = {}) {
  const app = await startLiveApp({ isRateLimited });
  const setClock = (now: Date) => {
    app.clock.now = now;
    app.paypal.advanceTo(now);
  };
  setClock(orderedAt);
  const draft = aDraft({ isYearly });
  const { paypalOrderId: id } = await startPaypal(app, draft);
  app.paypal.approve(id);
  await checkOut(app, draft, { paymentMethod: 'paypal', paypalOrderId: id });
  await app.settled();

  const work = async () => {
    await app.settled();
    while ((await checkDueAgreements(app.context)) > 0);
  };
  /** Time passes at PayPal and in the shop, whose events and daily checks are worked off each day, or after each `step`. */
  const wait = async (days: number, step = 1) => {
    for (let day = 0; day < days; day += step) {
      setClock(new Date(app.clock.now.getTime() + step * DAY_MS));
      await work();
    }
  };
  setClock(new Date(app.clock.now.getTime() + 5_000));
  await work();
  // A session ends when its clock moves on by days.
  const see = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  const link = () => {
    const order = orderStore.byNumber(app.db, NUMBER);
    if (!order) throw new Error('No order.');
    return `/api/recurring-payment?order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
  };
  return {
    app,
    id,
    subscription: app.paypal.records.subscription(id),
    work,
    wait,
    see,
    agreement: async () => (await see(`/api/json/cases/${NUMBER}`)).recurring,
    act: async (action: object) =>
      app.post(`/api/admin/cases/${NUMBER}/recurring`, action, await loggedIn(app)),
    customer: async () => (await app.get(link())).body,
    change: (action: string, more: object = {}) => app.post(link(), { action, ...more }),
    subjects: async () => (await app.sentEmails()).map(({ subject }) => subject),
  };
}
