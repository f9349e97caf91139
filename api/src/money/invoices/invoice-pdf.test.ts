import { randomUUID } from 'node:crypto';
import { receiptRows } from '@northlight/shared/catalog/receipt.ts';
import { expect, test } from 'vitest';
import { sellerIn } from '../../db/sellers.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, anAddon, buyWithCard, aCheckout } from '../../../test/fixtures/factories.ts';
import { pdfInfo, pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { startLiveApp, type LiveApp, liveCard } from '../../../test/shop/live-app.ts';
import {
  buyWithPaypal,
  checkOut,
  startCard,
  confirmCard,
  startedCard,
  pageLink,
} from '../../../test/shop/purchase-steps.ts';
import {
  soldByPaypal,
  soldByStripe,
  soldInDemo,
  startedByStripe,
} from '../../../test/shop/recurring-shop.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { sample } from '../../../test/fixtures/long.ts';
import { contentOf } from './document-content.ts';
import { documentsOf } from './documents.ts';
import { eq } from 'drizzle-orm';
import { pipelinedPosts, statusCounts } from '../../../test/shop/pipeline.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { sequenceCounter } from '../../db/schema/orders.ts';
import { inTransaction } from '../../db/transaction.ts';
import { issueInvoice } from './issue-documents.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

const NUMBER = 'ORD-10001';

const linkTo = (...order: Parameters<typeof pageLink>) => String(new URLSearchParams(pageLink(...order)));

async function download(app: Pick<TestApp, 'base'>, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.base + path, { headers });
  return { answer, pdf: Buffer.from(await answer.arrayBuffer()) };
}

const textOf = async (pdf: Buffer) => (await pdfPages(pdf)).flat();

test('the invoice has the rows of the site’s receipt, the parties, the tax base, and the payment', async () => {
  const app = await startTestApp();
  const draft = aDraft({
    serviceTypes: ['website', 'voice', 'onhold'],
    addons: [anAddon('revisions')],
    promoCode: 'SAVE50',
    state: 'MI',
    postalCode: '48104',
    firstName: 'Łukasz',
    lastName: 'Żółć-Ångström',
    businessName: 'Nguyễn & Яковлев',
  });
  await buyWithCard(app, draft);
  const { body } = await app.get(`/api/order?${linkTo(app)}`);
  const { answer, pdf } = await download(app, body.receiptUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="INV-1001.pdf"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await textOf(pdf);
  for (const { label, amount } of receiptRows(body.receipt)) expect(text).toContain(`${label} ${amount}`);
  const base = (body.receipt.subtotalCents - body.receipt.discountCents) / 100;
  expect(text).toContain(`Taxable amount $${base.toFixed(2)}`);
  const total = (body.receipt.dueTodayCents / 100).toFixed(2);
  expect(text).toContain(`$${total} paid on November 21, 2026 by credit or debit card.`);
  expect(text.join('\n')).toContain('Paid November 21, 2026');
  expect(text).toContain('This is a demo. No real payments are made.');
  const words = text.join('\n');
  for (const part of [
    'Invoice Northlight Studio',
    '214 North Light Lane',
    'hello@northlight.example',
    '(555) 014-2280',
    'Nguyễn & Яковлев',
    'Łukasz Żółć-Ångström',
    '12 Canal Street',
    'Columbus, MI 48104',
    'ada@marlow-bicycles.example',
    'INV-1001',
    'November 21, 2026',
    NUMBER,
  ])
    expect(words).toContain(part);
  expect(await pdfInfo(pdf)).toMatchObject({
    Title: 'Invoice INV-1001, Northlight Studio',
    Author: 'Northlight Studio',
    Language: 'en-US',
  });
});

test('the same document twice is the same file, on another day, too', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const path = `/api/order/invoice.pdf?${linkTo(app)}`;
  const first = await download(app, path);
  app.wait(3 * 24 * 60 * 60_000);
  const second = await download(app, `${path}&number=inv-1001`);
  expect(second.pdf.equals(first.pdf)).toBe(true);
});

test('a wrong key, another order’s number, and an unknown number are not found', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  await buyWithPaypal(app, aDraft());
  const own = linkTo(app);
  for (const query of [
    `order=${NUMBER}&key=wrong`,
    `order=${NUMBER}`,
    own.replace(NUMBER, 'ORD-10002'),
    `${own}&number=INV-1002`,
    `${own}&number=CN-1003`,
  ])
    expect((await app.get(`/api/order/invoice.pdf?${query}`)).status, query).toBe(404);
  expect((await app.get(`/api/order/invoice.pdf?${own}&number=..%2F1`)).status).toBe(400);
  const { pdf } = await download(app, `/api/order/invoice.pdf?${linkTo(app, 'ORD-10002')}`);
  expect((await textOf(pdf)).join('\n')).toContain('$149.00 paid on November 21, 2026 with PayPal.');
});

test('an order that cost nothing has a receipt without a number', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }), { initialPayment: '0.00' });
  const { answer, pdf } = await download(app, `/api/order/invoice.pdf?${linkTo(app)}`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${NUMBER}.pdf"`);
  const text = await textOf(pdf);
  expect(text).toContain('Total $0.00');
  expect(text.join('\n')).not.toMatch(/INV|Invoice/);
});

test('an unpaid order has no PDF, and the message says why', async () => {
  const { app, draft, paymentIntentId } = await startedCard();
  await checkOut(app, draft, { paymentIntentId });
  const { status, body } = await app.get(`/api/order/invoice.pdf?${linkTo(app)}`);
  expect([status, body.code]).toEqual([404, 'no_invoice']);
  expect((await app.get(`/api/order?${linkTo(app)}`)).body).toMatchObject({
    documents: [],
    receiptUrl: null,
  });
});

test('a credit note names its invoice, the reason, and the tax that goes back', async () => {
  const { app, paymentIntentId } = await liveCard(aDraft({ state: 'MI' }));
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  await app.act('/api/admin/payments/1/refund', {
    amount: 50,
    reason: 'One page fewer',
    refundKey: randomUUID(),
  });
  const { body } = await app.get(`/api/order?${linkTo(app)}`);
  expect(body.documents).toMatchObject([
    { number: 'INV-1001', kind: 'invoice', amountCents: 15_794, isVoid: false },
    { number: 'CN-1002', kind: 'credit-note', amountCents: 5_000, isVoid: false },
  ]);
  const { pdf } = await download(app, body.documents[1].url);
  const text = await textOf(pdf);
  expect(text).toEqual(
    expect.arrayContaining([
      'Refund of invoice INV-1001 $47.17',
      'Tax (6%) $2.83',
      'Total $50.00',
      'Reason: One page fewer',
    ]),
  );
  expect(text.join('\n')).toMatch(/Corrects INV-1001/);
  expect(text.join('\n')).not.toContain('demo');
});

test('administrators read the same PDF, and nobody else does', async () => {
  const app = await appWithAdmin();
  await buyWithCard(app, aDraft());
  const path = `/api/json/cases/${NUMBER}/invoice.pdf`;
  expect((await app.get(path)).status).toBe(401);
  const cookie = await loggedIn(app);
  const { documents } = (await app.get(`/api/json/cases/${NUMBER}`, cookie)).body;
  expect(documents).toMatchObject([{ url: `${path}?number=INV-1001` }]);
  const own = await download(app, documents[0].url, cookie);
  const customers = await download(app, `/api/order/invoice.pdf?${linkTo(app)}`);
  expect(own.pdf.equals(customers.pdf)).toBe(true);
  expect((await app.get('/api/json/cases/ORD-19999/invoice.pdf', cookie)).status).toBe(404);
});

test('the confirmation email links to the PDF', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const [email] = await app.sentEmails();
  const [, path = ''] = /Your invoice \(PDF\): http:\/\/localhost:3000(\S+)/.exec(email?.text ?? '') ?? [];
  expect((await download(app, path)).pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a recurring charge has an invoice with its period, and a credit note for what was refunded of it', async () => {
  const shop = await startedByStripe();
  await shop.wait(29);
  const [charge] = (await shop.agreement()).charges;
  await shop.act({
    action: 'refund',
    chargeId: charge.id,
    amount: 10,
    reason: 'Late',
    refundKey: randomUUID(),
  });
  const { documents } = (await shop.app.get(`/api/order?${linkTo(shop.app)}`)).body;
  const [, invoice = [], note = []] = await Promise.all(
    documents.map(async ({ url }: { url: string }) => textOf((await download(shop.app, url)).pdf)),
  );
  const words = invoice.join('\n');
  expect(words).toMatch(/Period start February 28, 2027[\s\S]+Period end March 30, 2027/);
  expect(words).toMatch(/Paid February 28, 2027/);
  expect(words).toContain('$30.00 paid on February 28, 2027 by credit or debit card.');
  expect(invoice).toContain('Website, 1 month $30.00');
  expect(note).toEqual(expect.arrayContaining(['Refund of invoice INV-1002 $10.00', 'Total $10.00']));
});

const DAY_MS = 24 * 60 * 60_000;

/** The first and the last day of each charge's period, as its invoice names them. */
function periodsOf({ db, context }: TestApp): [string, string][] {
  const order = orderStore.byNumber(db, 'ORD-10001') ?? expect.fail('no order');
  const documents = documentsOf(db, order);
  return documents
    .filter(({ charge }) => charge)
    .map((document) => {
      const { facts } = contentOf(
        { order, payment: undefined, documents, seller: sellerIn(context.settings) },
        document,
      );
      const day = (label: string) => facts.find((fact) => fact.label === label)?.value ?? '';
      return [day('Period start'), day('Period end')];
    });
}

function expectNoGap(periods: [string, string][]): void {
  expect(periods.length).toBeGreaterThan(2);
  for (const [nth, [start]] of periods.entries()) {
    const [, before] = periods[nth - 1] ?? [];
    if (before)
      expect(new Date(Date.parse(before) + DAY_MS).toDateString(), JSON.stringify(periods)).toBe(
        new Date(start).toDateString(),
      );
  }
}

test.each([
  ['2027-01-28', false, 13],
  ['2027-01-29', false, 13],
  ['2027-01-30', false, 13],
  ['2027-01-31', false, 13],
  ['2027-08-31', false, 13],
  ['2028-02-29', false, 13],
  ['2028-02-29', true, 6],
  ['2026-11-21', true, 3],
])('invoices of an order of %s (yearly: %s) name every day once', async (day, isYearly, periods) => {
  const { app, wait } = await soldInDemo({ isYearly, orderedAt: new Date(`${day}T15:00:00.437Z`) });
  for (let nth = 0; nth < periods; nth += 1) await wait(isYearly ? 366 : 31);
  expectNoGap(periodsOf(app));
});

test.each(sample(['2027-01-31', '2027-01-30', '2027-01-29']))(
  'so do those of a subscription at PayPal, which counts from its first charge, for an order of %s',
  async (day) => {
    const { app, wait } = await soldByPaypal({ orderedAt: new Date(`${day}T12:00:00.437Z`) });
    await wait(31 * 5);
    expectNoGap(periodsOf(app));
  },
);

test('so do those of a subscription at Stripe', async () => {
  const { app, start, wait } = await soldByStripe();
  await start();
  for (let month = 0; month < 5; month += 1) await wait(31);
  expectNoGap(periodsOf(app));
});

test('after a change to yearly payments, a period is counted from the payment that begins it', async () => {
  const { app, wait, customer, change } = await soldInDemo({
    orderedAt: new Date('2027-01-31T15:00:00.437Z'),
  });
  await wait(31);
  const { otherPeriod } = await customer();
  expect((await change('change-period', { otherPeriod })).status).toBe(200);
  await wait(31);
  await wait(366);
  expectNoGap(periodsOf(app).slice(-3));
});

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
  const { app, draft, paymentIntentId } = await liveCard(aDraft());
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
  const shop = await startedByStripe();
  shop.stripe.webhooks.settings.copies = 2;
  await shop.wait(29);
  await shop.wait(31);
  const [charge] = (await shop.agreement()).charges;
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
