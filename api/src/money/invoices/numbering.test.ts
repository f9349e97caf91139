import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startLiveApp, type LiveApp } from '../../../test/shop/live-app.ts';
import { pipelinedPosts, statusCounts } from '../../../test/shop/pipeline.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { soldByStripe } from '../../../test/shop/stripe-recurring.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { sequenceCounter } from '../../db/schema/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { issueInvoice } from './issue-documents.ts';

const stored = ({ db }: Pick<TestApp, 'db'>) => db.select().from(invoices).all();
const numbers = (app: Pick<TestApp, 'db'>) => stored(app).map(({ number }) => number);
const lastNumber = ({ db }: Pick<TestApp, 'db'>) =>
  db
    .select()
    .from(sequenceCounter)
    .all()
    .find(({ name }) => name === 'invoices')?.currentValue;

async function paidByCard(app: LiveApp, state = 'MI') {
  const draft = aDraft({ state });
  const { paymentIntentId } = await startCard(app, draft);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  return { draft, paymentIntentId };
}

const refund = (app: LiveApp, amount?: number, refundKey = randomUUID()) =>
  app.act('/api/admin/payments/1/refund', { reason: 'Not needed', refundKey, ...(amount && { amount }) });

const documents = async (app: LiveApp, orderNumber = 'ORD-10001') =>
  (await app.see(`/api/json/cases/${orderNumber}`)).documents.map(
    ({ number, amountCents, isVoid }: { number: string; amountCents: number; isVoid: boolean }) =>
      `${number} ${amountCents}${isVoid ? ' void' : ''}`,
  );

test('thirty simultaneous orders get thirty numbers without a gap', async () => {
  const app = await startTestApp();
  const paid = [];
  for (let count = 0; count < 30; count += 1) {
    const draft = aDraft();
    const { clientSecret, paymentIntentId } = await startCard(app, draft);
    await confirmCard(app, clientSecret);
    paid.push(aCheckout(draft, { paymentIntentId }));
  }
  const answers = await pipelinedPosts(app.base, '/api/checkout', paid);
  expect(statusCounts(answers)).toEqual({ 200: 30 });
  expect(numbers(app)).toEqual(Array.from({ length: 30 }, (_, index) => 1_001 + index));
  expect(new Set(stored(app).map(({ orderId }) => orderId)).size).toBe(30);
  expect(lastNumber(app)).toBe(1_030);
});

test('a transaction that is rolled back uses no number', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  app.db.delete(invoices).run();
  const order = orderStore.byNumber(app.db, 'ORD-10001');
  if (!order) throw new Error('No order.');
  const failing = inTransaction(app.db, () => {
    issueInvoice(app.db, order, new Date());
    expect(numbers(app)).toEqual([1_002]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect([numbers(app), lastNumber(app)]).toEqual([[], 1_001]);
  await inTransaction(app.db, () => issueInvoice(app.db, order, new Date()));
  await inTransaction(app.db, () => issueInvoice(app.db, order, new Date()));
  expect(numbers(app)).toEqual([1_002]);
});

test('the browser and repeated events of one payment give one invoice', async () => {
  const app = await startLiveApp();
  app.stripe.webhooks.settings.copies = 3;
  const { draft, paymentIntentId } = await paidByCard(app);
  const body = aCheckout(draft, { paymentIntentId });
  await pipelinedPosts(app.base, '/api/checkout', [body, body, body]);
  await app.settled();
  await app.sweepAfter(60_000);
  expect(await documents(app)).toEqual(['INV-1001 15794']);
});

test('a pending order has no invoice until its payment arrives', async () => {
  const app = await startLiveApp();
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  expect(await documents(app)).toEqual([]);
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  expect(await documents(app)).toEqual(['INV-1001 14900']);
});

test('an order that costs nothing takes no number', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }), { initialPayment: '0.00' });
  expect([numbers(app), lastNumber(app)]).toEqual([[], 1_000]);
});

test('each refund that went through has one credit note, whoever reports it', async () => {
  const app = await startLiveApp();
  const { paymentIntentId } = await paidByCard(app);
  const key = randomUUID();
  const body = { reason: 'Not needed', refundKey: key, amount: 50 };
  await pipelinedPosts(app.base, '/api/admin/payments/1/refund', [body, body], await loggedIn(app));
  app.stripe.webhooks.settings.copies = 2;
  app.stripe.refundAtDashboard(paymentIntentId, 3_000);
  await app.settled();
  await refund(app);
  await app.settled();
  await app.sweepAfter(60_000);
  expect(await documents(app)).toEqual(['INV-1001 15794', 'CN-1002 5000', 'CN-1003 3000', 'CN-1004 7794']);
  await paidByCard(app);
  expect(await documents(app, 'ORD-10002')).toEqual(['INV-1005 15794']);
});

test('a refused refund has no credit note, and one that fails later has a void one', async () => {
  const app = await startLiveApp();
  await paidByCard(app);
  const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'No funds.' };
  app.stripe.answerNext(/refunds$/, { status: 400, body: { error } });
  expect((await refund(app, 20)).status).toBe(409);
  expect(await documents(app)).toEqual(['INV-1001 15794']);
  await refund(app, 20);
  app.stripe.failRefund([...app.stripe.records.refunds.keys()][0] ?? '');
  await app.settled();
  await app.sweepAfter(60_000);
  expect(await documents(app)).toEqual(['INV-1001 15794', 'CN-1002 2000 void']);
  await refund(app, 20);
  expect(await documents(app)).toEqual(['INV-1001 15794', 'CN-1002 2000 void', 'CN-1003 2000']);
});

test('a payment that was refunded before its order was stored has both documents', async () => {
  const app = await startLiveApp();
  app.stripe.webhooks.hold();
  const { paymentIntentId } = await startCard(app, aDraft());
  app.stripe.confirm(paymentIntentId, 'succeeds');
  app.stripe.refundAtDashboard(paymentIntentId, 4_900);
  app.stripe.webhooks.release();
  await app.settled();
  expect(await documents(app)).toEqual(['INV-1001 14900', 'CN-1002 4900']);
});

test('each recurring charge has an invoice, and its refunds have credit notes', async () => {
  const shop = await soldByStripe();
  await shop.start();
  shop.stripe.webhooks.settings.copies = 2;
  await shop.wait(29);
  await shop.wait(31);
  const [charge] = (await shop.recurring()).charges;
  for (const amount of [10, 5])
    await shop.act({
      action: 'refund',
      chargeId: charge.id,
      amount,
      reason: 'Late',
      refundKey: randomUUID(),
    });
  await shop.settle();
  await shop.wait(1);
  expect(
    stored(shop.app).map(({ number, chargeId, refundedCents }) => [number, chargeId, refundedCents]),
  ).toEqual([
    [1_001, null, 0],
    [1_002, 1, 0],
    [1_003, 2, 0],
    [1_004, 1, 1_000],
    [1_005, 1, 1_500],
  ]);
});

test('orders from before this version get theirs with the first PDF, refunds included', async () => {
  const app = await startLiveApp();
  await paidByCard(app);
  await refund(app, 20);
  await paidByCard(app);
  app.db.delete(invoices).run();
  app.db
    .update(sequenceCounter)
    .set({ currentValue: 1_000 })
    .where(eq(sequenceCounter.name, 'invoices'))
    .run();
  const cookie = await loggedIn(app);
  const path = `${app.base}/api/json/cases/ORD-10001/invoice.pdf`;
  await Promise.all(
    [1, 2, 3].map(() => fetch(path, { headers: cookie }).then((answer) => answer.arrayBuffer())),
  );
  expect(await documents(app)).toEqual(['INV-1001 15794', 'CN-1002 2000']);
  expect(numbers(app)).toEqual([1_001, 1_002]);
});
