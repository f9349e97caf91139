import type { Env } from '../../src/base/settings/env.ts';
import { priceOffers } from '../../src/db/schema/recurring.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { advance } from '../../src/money/payments/demo/demo-store.ts';
import { checkDueAgreements } from '../../src/money/recurring/check-agreement.ts';
import { orderKeyOf } from '../../src/work/orders/order-links.ts';
import * as orderStore from '../../src/work/orders/order-store.ts';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../fixtures/factories.ts';
import { startTestApp } from './test-app.ts';

const DAY = 24 * 60 * 60_000;
const NUMBER = 'ORD-10001';

/** A demo shop that sold a website on November 21, 2026, at 10:00 UTC, or at another time. */
export async function soldInDemo(
  draft: Parameters<typeof aDraft>[0] = {},
  env: Partial<Env> = {},
  orderedAt?: Date,
) {
  const app = await startTestApp({ env });
  if (orderedAt) app.clock.now = orderedAt;
  await addAdmin(app);
  await buyWithCard(app, aDraft({ isYearly: false, ...draft }));
  const work = async () => {
    while ((await checkDueAgreements(app.context)) > 0);
  };
  app.clock.now = new Date(app.clock.now.getTime() + 5_000);
  await work();
  const order = orderStore.byNumber(app.db, NUMBER);
  if (!order) throw new Error('No order.');
  const link = `/api/recurring-payment?order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
  return {
    app,
    order,
    work,
    wait: async (days: number) => {
      await inTransaction(app.db, () => advance(app.db, days * DAY));
      await work();
    },
    read: async () => (await app.get(`/api/json/cases/${NUMBER}`, await loggedIn(app))).body,
    act: async (action: object) =>
      app.post(`/api/admin/cases/${NUMBER}/recurring`, action, await loggedIn(app)),
    customer: async () => (await app.get(link)).body,
    change: (action: string, more: object = {}) => app.post(link, { action, ...more }),
    emails: async (words: string) =>
      (await app.sentEmails()).filter(({ subject }) => subject.includes(words)),
    offers: () => app.db.select().from(priceOffers).all(),
  };
}
