import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { checkTallies } from '../../../test/shop/check-tallies.ts';
import { paidByStripe } from '../../../test/shop/live-app.ts';
import { startCard } from '../../../test/shop/purchase-steps.ts';
import { saveConnection } from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { placeTrialOrder } from '../../money/checkout/trial-order.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import { record } from '../../money/settlement/carry-out.ts';
import * as draftStore from '../../money/settlement/draft-store.ts';

const taxed = () =>
  aDraft({ serviceTypes: ['website'], state: 'MI', postalCode: '48104', promoCode: 'SAVE50' });
const PAID = { status: 'paid', currency: 'usd', chargeId: null, dispute: null } as const;

async function openShop() {
  const publicUrl = 'https://shop.example.com';
  const shop = await openConsole({ env: { publicUrl, variables: { PUBLIC_URL: publicUrl } } });
  const { app, see, cookie } = shop;
  const goLive = () =>
    inTransaction(app.db, () => {
      const typed = { publishableKey: 'pk_live_a', secretKey: 'sk_live_a', webhookSecret: 'whsec_a' };
      const values = Object.fromEntries(
        Object.entries(typed).map(([name, value]) => [name, { value, by: 'Ada', at: 1 }]),
      );
      saveConnection(app.db, app.context.settings.secret, 'stripe', { values, earlier: [] });
    });
  /** Everything that adds up sales. */
  const figures = async () => {
    const { recurring, paymentsToCollect } = await see('/api/json/overview');
    const { revenue, services } = await see('/api/json/figures');
    const books = await see('/api/json/invoices?month=2026-11');
    const taxes = await see('/api/json/taxes?from=2026-11&to=2026-11');
    const { customers } = await see('/api/json/customers');
    const { codes } = await see('/api/json/promo-codes');
    const funnel = await see('/api/json/funnel');
    const csv = await fetch(`${app.base}/api/json/invoices.csv?month=2026-11`, { headers: cookie });
    return {
      month: [revenue.now.paid, revenue.now.refunded, revenue.now.newMonthly],
      before: revenue.before.net,
      websites: services.website.now,
      monthly: [recurring.active, recurring.monthlyRevenue],
      books: [books.sums.invoices, books.sums.creditNotes, books.invoices.length, books.firstMonth],
      lines: (await csv.text()).trim().split('\n').length - 1,
      tax: taxes.sums.taxCents,
      customers: customers.map(({ paid }: { paid: string }) => paid),
      promo: [codes[0].uses, codes[0].receivedCents],
      sold: [funnel.all.at(-1), funnel.campaigns.map(({ cents }: { cents: number }) => cents)],
      toCollect: [paymentsToCollect.count, books.owedCents],
    };
  };
  return { ...shop, goLive, figures };
}

const NOTHING = {
  month: ['0.00', '0.00', '0.00'],
  before: '0.00',
  websites: 0,
  monthly: [0, '0.00'],
  books: [0, 0, 0, null],
  lines: 0,
  tax: 0,
  customers: ['0.00', '0.00'],
  promo: [0, 0],
  toCollect: [0, 0],
};

test('a demo shows its own sales, which count nowhere from when the shop takes real money, and stay marked', async () => {
  const { app, see, act, figures, goLive } = await openShop();
  await buyWithCard(app, taxed());
  await act('/api/admin/cases/ORD-10001/payment-requests', { amount: '149.00', reason: 'Two photos' });
  await act('/api/admin/payments/1/refund', { amount: 10, reason: 'Late', refundKey: randomUUID() });
  const other = taxed();
  await startCard(app, other);
  const before = await figures();
  expect(before).toMatchObject({ month: ['104.94', '10.00', '30.00'], websites: 1, promo: [1, 10_494] });
  expect(before).toMatchObject({ books: [1, 1, 2, '2026-11'], lines: 2, tax: 537, sold: [1, [10_494]] });
  expect(before.toCollect).toEqual([1, 15_794]);
  checkTallies(app.db);
  await goLive();
  // Its payment was started as a demo.
  const payment = paymentStore.byId(app.db, 2) ?? null;
  const draft = draftStore.find(app.db, other.checkoutId);
  if (!draft) throw new Error('no draft');
  const state = { ...PAID, refunds: [], amountCents: 10_494 };
  await record(
    app.context,
    { payment, purchase: { draft, method: 'credit-card' } },
    { kind: 'answered', state },
  );
  expect(await figures()).toMatchObject({ ...NOTHING, customers: ['0.00'], sold: [0, expect.anything()] });
  checkTallies(app.db);
  const { orders } = await see('/api/json/orders');
  expect(orders.map(({ paymentMode }: { paymentMode: string }) => paymentMode)).toEqual(['demo', 'demo']);
  await inTransaction(app.db, () => placeTrialOrder(app.context));
  expect(await figures()).toMatchObject({
    month: ['149.00', '0.00', '30.00'],
    websites: 1,
    books: [1, 0, 1, '2026-11'],
    lines: 1,
    tax: 0,
    sold: [1, [14_900]],
  });
  checkTallies(app.db);
});

test('what is paid with test keys is a test, which counts as long as the shop has no others', async () => {
  const { app, body } = await paidByStripe(taxed());
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', isDemo: true });
  const { order } = await app.see('/api/json/cases/ORD-10001');
  expect(order.paymentMode).toBe('test');
  const { agreements } = await app.see('/api/json/recurring');
  expect(agreements).toMatchObject([{ mode: 'test' }]);
  const mail = (await app.sentEmails()).find(({ subject }) => subject.includes('ORD-10001'));
  expect(mail?.text).toContain('This is a test. No real payments are made.');
  expect((await app.see('/api/json/figures')).revenue.now.paid).toBe('104.94');
});
