import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { paidByStripe } from '../../../test/shop/live-app.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';

// The figures of today are summed from the rows, and those of whole days from tallies. Both must say the same.

const figures = async (app: TestApp) => (await app.get('/api/json/figures', await loggedIn(app))).body;

/** The revenue on the day, and the same from the tallies, three days later. */
async function bothWays(app: TestApp) {
  const today = (await figures(app)).revenue.now;
  app.wait(3 * DAY_MS);
  const later = (await figures(app)).revenue.now;
  app.wait(-3 * DAY_MS);
  return [today, later];
}

test('a refund lowers the figures from its request on, and no more once it has failed', async () => {
  const { app } = await paidByStripe(aDraft({ serviceTypes: ['onhold'] }));
  const refund = (amount: number) =>
    app.act('/api/admin/payments/1/refund', { amount, reason: 'Sorry', refundKey: crypto.randomUUID() });
  await refund(9);
  app.stripe.settings.refundStatus = 'pending';
  await refund(30);
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded' }, { status: 'pending' }]);
  for (const sums of await bothWays(app)) expect(sums).toMatchObject({ refunded: '39.00', net: '60.00' });
  app.stripe.failRefund(rows.refunds(app.db)[1]?.providerRefundId ?? '');
  await app.settled();
  expect(rows.refunds(app.db)).toMatchObject([{ status: 'succeeded' }, { status: 'failed' }]);
  for (const sums of await bothWays(app)) expect(sums).toMatchObject({ refunded: '9.00', net: '90.00' });
  expect((await figures(app)).bars.at(-1).now).toBe('90.00');
});

/** A sale of a website for a year, for $149 and later $300, and what else it needs. */
async function aYearlySale() {
  const { app } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'], isYearly: true }));
  return { app, change: (sql: string) => app.db.$client.exec(sql), at: app.clock.now.getTime() };
}
type Sale = Awaited<ReturnType<typeof aYearlySale>>;

const charge = ({ change, at }: Sale, values: string) =>
  change(
    `INSERT INTO charges (agreement_id, provider_id, due_at, amount_cents, state, attempts, updated_at, paid_at, refunded_cents, dispute)
    SELECT id, 'charge', ${at}, 30000, ${values} FROM agreements`.replaceAll('NOW', String(at)),
  );
const dispute = ({ at }: Sale, isLost: boolean) =>
  JSON.stringify({
    id: 'd',
    status: isLost ? 'lost' : 'open',
    amountCents: 2_000,
    ...(isLost && { lostAt: new Date(at).toISOString() }),
  });

test.each<[string, (sale: Sale) => unknown, object]>([
  ['only the sale', () => {}, { paid: '149.00', net: '149.00', newMonthly: '25.00', byHand: '0.00' }],
  [
    'a sale that was paid by hand',
    ({ change }) => change(`UPDATE orders SET payment_method = 'by-hand'`),
    { paid: '149.00', byHand: '149.00', net: '149.00' },
  ],
  [
    'a sale that nobody paid',
    ({ change }) => change('UPDATE orders SET received_amount_cents = NULL'),
    { paid: '0.00', net: '0.00' },
  ],
  [
    'a recurring payment of which something was refunded',
    (sale) => charge(sale, `'paid', 1, NOW, NOW, 5000, NULL`),
    { recurring: '250.00', net: '399.00', refunded: '0.00' },
  ],
  [
    'a recurring payment that was not paid',
    (sale) => charge(sale, `'failed', 1, NOW, NULL, 0, NULL`),
    { recurring: '0.00', net: '149.00' },
  ],
  [
    'a recurring payment that the bank took back',
    (sale) => charge(sale, `'paid', 1, NOW, NOW, 0, '${dispute(sale, true)}'`),
    { recurring: '300.00', takenBack: '20.00', net: '429.00' },
  ],
  [
    'a recurring payment whose dispute is open',
    (sale) => charge(sale, `'paid', 1, NOW, NOW, 0, '${dispute(sale, false)}'`),
    { recurring: '300.00', takenBack: '0.00', net: '449.00' },
  ],
  [
    'a payment that the bank took back',
    (sale) =>
      sale.change(
        `UPDATE payments SET review = json_object('code', 'disputed', 'dispute', json('${dispute(sale, true)}'))`,
      ),
    { paid: '149.00', takenBack: '20.00', net: '129.00' },
  ],
])('the figures of %s are the same today and later', async (_what, happens, expected) => {
  const sale = await aYearlySale();
  await happens(sale);
  for (const sums of await bothWays(sale.app)) expect(sums).toMatchObject(expected);
});

test('an order that adds to another one is money, and no other order', async () => {
  const { app } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'], addons: [anAddon('custom-domain')] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  app.db.$client.exec('UPDATE orders SET is_extra = 1 WHERE id = 2');
  for (const days of [0, 3]) {
    app.wait(days * DAY_MS);
    const { orders, revenue } = await figures(app);
    expect([orders.now, revenue.now.paid]).toEqual([1, '347.00']);
  }
});
