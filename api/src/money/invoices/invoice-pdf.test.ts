import { randomUUID } from 'node:crypto';
import { receiptRows } from '@northlight/shared/catalog/receipt.ts';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfInfo, pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';
import { buyWithPaypal, checkOut, startCard } from '../../../test/shop/purchase-steps.ts';
import { soldByStripe } from '../../../test/shop/stripe-recurring.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { orderKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';

const NUMBER = 'ORD-10001';

function linkTo(app: Pick<TestApp, 'db' | 'context'>, orderNumber = NUMBER): string {
  const order = orderStore.byNumber(app.db, orderNumber);
  if (!order) throw new Error('No order.');
  return `order=${orderNumber}&key=${orderKeyOf(app.context.settings.secret, order)}`;
}

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
  app.clock.now = new Date(app.clock.now.getTime() + 3 * 24 * 60 * 60_000);
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
  const app = await startTestApp();
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  const { status, body } = await app.get(`/api/order/invoice.pdf?${linkTo(app)}`);
  expect([status, body.code]).toEqual([404, 'no_invoice']);
  expect((await app.get(`/api/order?${linkTo(app)}`)).body).toMatchObject({
    documents: [],
    receiptUrl: null,
  });
});

test('a credit note names its invoice, the reason, and the tax that goes back', async () => {
  const app = await startLiveApp();
  const draft = aDraft({ state: 'MI' });
  const { paymentIntentId } = await startCard(app, draft);
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
  const app = await startTestApp();
  await addAdmin(app);
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
  const shop = await soldByStripe();
  await shop.start();
  await shop.wait(29);
  const [charge] = (await shop.recurring()).charges;
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
