import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addAdmin, ADMIN, cookieOf, loggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { codeOf, withTotp } from '../../../test/fixtures/second-factor.ts';
import { jsonPost, pipelined, statusCounts } from '../../../test/shop/pipeline.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { charges } from '../../db/schema/recurring.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { advance } from '../payments/demo/demo-store.ts';
import { checkDueAgreements } from '../recurring/check-agreement.ts';
import { MINUTE_MS, DAY_MS } from '../../base/units.ts';
import { inFull } from '../../../test/fixtures/long.ts';

const ORDERS = 10;
const ROUNDS = inFull(20, 3);
const AT_ONCE = [10, 25, 50];

/** Ten paid websites, each with a recurring charge. An owner may refund $2 a day without a second factor. */
async function openShop() {
  const app = await startTestApp();
  for (let count = 0; count < ORDERS; count += 1) await buyWithCard(app, aDraft());
  const later = (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
  };
  later(MINUTE_MS);
  while ((await checkDueAgreements(app.context)) > 0);
  await inTransaction(app.db, () => advance(app.db, 35 * DAY_MS));
  while ((await checkDueAgreements(app.context)) > 0);
  await addAdmin(app);
  const { secret } = await withTotp(app, await loggedIn(app));
  const settings = { requireSecondFactor: false, confirmRefundsAbove: 2 };
  await inTransaction(app.db, () => saveShopSettings(app.db, settings, 1, app.clock.now));
  return {
    app,
    /** The next day, ten minutes after a login. */
    nextDay: async () => {
      later(DAY_MS);
      const { ticket } = (await login(app, ADMIN)).body.secondFactor;
      const answer = await app.post('/api/admin/login/factor', { ticket, code: codeOf(app, secret) });
      later(10 * MINUTE_MS);
      return { cookie: cookieOf(answer.headers) };
    },
  };
}

const aRefund = () => ({ amount: 1, reason: 'The page was down.', refundKey: randomUUID() });

test('refunds at once stay within the limit without a second factor', async () => {
  const { app, nextDay } = await openShop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const cookie = await nextDay();
    const count = AT_ONCE[round % AT_ONCE.length] ?? 10;
    const refunds = Array.from({ length: count }, (_, index) =>
      jsonPost(`/api/admin/payments/${(index % ORDERS) + 1}/refund`, aRefund(), cookie),
    );
    const answers = await pipelined(app.base, refunds);
    expect(statusCounts(answers)).toEqual({ 200: 2, 403: count - 2 });
  }
});

test('refunds of recurring charges at once stay within the limit, too, also next to other refunds', async () => {
  const { app, nextDay } = await openShop();
  const rows = app.db.select().from(charges).all();
  expect(rows).toHaveLength(ORDERS);
  for (let round = 0; round < ROUNDS; round += 1) {
    const cookie = await nextDay();
    const count = AT_ONCE[round % AT_ONCE.length] ?? 10;
    const refunds = Array.from({ length: count }, (_, index) => {
      const nth = index % ORDERS;
      if (index % 3 === 0) return jsonPost(`/api/admin/payments/${nth + 1}/refund`, aRefund(), cookie);
      const body = { action: 'refund', chargeId: rows[nth]?.id, ...aRefund() };
      return jsonPost(`/api/admin/cases/ORD-${10_001 + nth}/recurring`, body, cookie);
    });
    const answers = await pipelined(app.base, refunds);
    expect(statusCounts(answers)).toEqual({ 200: 2, 403: count - 2 });
  }
});
