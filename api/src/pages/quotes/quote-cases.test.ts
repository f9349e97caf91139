import { beforeEach, expect, test } from 'vitest';
import { RETENTION } from '@northlight/shared/catalog/retention.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { DAY_MS } from '../../base/units.ts';
import { quotes } from '../../db/schema/quotes.ts';
import { deleteOld } from '../../privacy/retention.ts';

// A quote, what is sold with it, and the conversation about it are one case from the first day on.

const NUMBER = 'ORD-10001';
const BANNER = { name: 'Extra banner', amount: '120.00' };

let shop: Awaited<ReturnType<typeof openQuotes>>;
const see = async (path: string) => (await shop.app.get(path, shop.admin)).body;
const conversation = async (number: string) =>
  (await see(`/api/json/cases/${number}`)).conversation.map(({ text }: { text: string }) => text);
const writeToOrder = async (text: string, number = NUMBER) => {
  const sent = { key: crypto.randomUUID(), text };
  return shop.app.post(`/api/admin/cases/${number}/messages`, sent, shop.admin);
};

beforeEach(async () => {
  shop = await openQuotes();
});

test('what is said about a quote is on the order that it becomes, without being moved', async () => {
  await shop.write({ lines: [BANNER] });
  const customer = await shop.link();
  await customer.ask('How long does it take?');
  const [before] = rows.messages(shop.app.db);
  await customer.acceptAndPay();
  await customer.ask('It is paid.');
  expect(rows.messages(shop.app.db)[0]).toEqual(before);
  expect(await conversation(NUMBER)).toEqual(['How long does it take?', 'It is paid.']);
  expect(await conversation('Q-1001')).toEqual(['How long does it take?', 'It is paid.']);
  expect(rows.orders(shop.app.db)).toMatchObject([{ orderNumber: NUMBER, caseId: 'Q-1001', isExtra: false }]);
});

test('a quote for an order is asked about in the conversation of the order, and is one task', async () => {
  await buyWithCard(shop.app, aDraft());
  await shop.write({ orderNumber: NUMBER, lines: [BANNER] });
  const customer = await shop.link();
  await customer.ask('Is the font included?');
  expect(await conversation(NUMBER)).toEqual(['Is the font included?']);
  const tasks = async () => {
    const { messagesToAnswer, quotes } = await see('/api/json/overview');
    return [messagesToAnswer.count, quotes.count];
  };
  expect(await tasks()).toEqual([0, 1]);
  await writeToOrder('Yes.');
  expect(await tasks()).toEqual([0, 0]);
  expect((await customer.read()).messages).toMatchObject([{}, { text: 'Yes.', isFromStudio: true }]);
  await customer.decline();
  await customer.ask('And the photos of my order?');
  expect(await tasks()).toEqual([1, 0]);
});

test('a quote for another address shows nothing of the order that it was written from', async () => {
  await buyWithCard(shop.app, aDraft());
  await writeToOrder('Your preview is ready.');
  await shop.write({ orderNumber: NUMBER, email: 'bo@elsewhere.example', lines: [BANNER] });
  const customer = await shop.link();
  expect((await customer.read()).messages).toEqual([]);
  expect((await shop.read()).aboutOrder).toBeNull();
  await customer.ask('Who is this?');
  expect(await conversation(NUMBER)).toEqual(['Your preview is ready.']);
});

test('each part of a quote is a sale with its own invoice, and what is left is owed once', async () => {
  await buyWithCard(shop.app, aDraft());
  await shop.write({ orderNumber: NUMBER, lines: [BANNER], duePercent: 50 });
  const customer = await shop.link();
  const owed = async () => (await see(`/api/json/orders?q=${NUMBER}`)).orders.at(-1).owedCents;
  const owedInBooks = async () => (await see('/api/json/invoices')).owedCents;
  await customer.accept();
  // The second half can't be asked for yet, and is owed like the first.
  expect([await owed(), await owedInBooks()]).toEqual([12_000, 12_000]);
  await customer.payByCard();
  expect([await owed(), await owedInBooks()]).toEqual([6_000, 6_000]);
  const { paymentRequests, documents } = await see(`/api/json/cases/${NUMBER}`);
  expect(paymentRequests).toMatchObject([{ state: 'paid', paidBy: 'ORD-10002' }, { state: 'draft' }]);
  expect(documents.map(({ number }: { number: string }) => number)).toEqual(['INV-1001', 'INV-1002']);
  expect((await see('/api/json/overview')).paymentsToCollect.count).toBe(1);
});

test('the first part of a quote that begins an order is not owed on it twice', async () => {
  await shop.write({ lines: [BANNER], duePercent: 50 });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const [order] = (await see('/api/json/orders')).orders;
  expect(order.owedCents).toBe(6_000);
  const { paymentRequests } = await see(`/api/json/cases/${NUMBER}`);
  expect(paymentRequests).toMatchObject([{ state: 'draft', reason: 'Quote Q-1001: final payment' }]);
  expect((await see('/api/json/quotes')).quotes).toMatchObject([{ isPaid: true, finalPayment: 'draft' }]);
});

test('a payment whose reason somebody types is not the rest of a quote', async () => {
  await shop.write({ lines: [BANNER] });
  await (await shop.link()).acceptAndPay();
  const reason = 'Quote Q-1001: final payment';
  await shop.app.post(`/api/admin/cases/${NUMBER}/payment-requests`, { reason, amount: '50.00' }, shop.admin);
  expect((await see('/api/json/quotes')).quotes[0]).not.toHaveProperty('finalPayment');
});

test('a service that the order does not have is an order with a case of its own', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await shop.write({ orderNumber: NUMBER, lines: [{ ...BANNER, service: 'onhold' as const }] });
  const customer = await shop.link();
  await customer.accept();
  expect((await see(`/api/json/orders?q=${NUMBER}`)).orders[0].owedCents).toBe(0);
  await customer.payByCard();
  expect(rows.orders(shop.app.db)).toMatchObject([
    { caseId: NUMBER },
    { caseId: 'ORD-10002', isExtra: false, missingForms: [] },
  ]);
  expect((await shop.read()).orderNumber).toBe('ORD-10002');
});

test('a form that named a number before it was given out is on the order of the quote', async () => {
  const form = anOnHoldForm({ orderNumber: NUMBER, email: 'eve@elsewhere.example' });
  expect((await shop.app.post('/api/on-hold-audio-form', form)).status).toBe(200);
  await shop.write({ lines: [{ ...BANNER, service: 'onhold' as const }] });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const { submissions } = await see(`/api/json/cases/${NUMBER}`);
  expect(submissions).toMatchObject([{ submission: { email: 'eve@elsewhere.example' } }]);
});

test('the form of a request counts for the order of its quote, which has the number of the request', async () => {
  const form = anOnHoldForm({ email: 'bo@shop.example' });
  const { orderNumber } = (await shop.app.post('/api/on-hold-audio-form', form)).body;
  await shop.write({
    orderNumber,
    email: form.email,
    lines: [{ ...BANNER, service: 'onhold' as const, needsForm: true }],
  });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const { order, services, submissions } = await see(`/api/json/cases/${orderNumber}`);
  expect(order).toMatchObject({ orderNumber, missingForms: [] });
  expect(submissions).toMatchObject([{ submission: { orderMatch: 'accepted' } }]);
  expect(services).toMatchObject([{ id: 'onhold', state: 'working', promise: 'delivery' }]);
  expect(rows.orders(shop.app.db)).toMatchObject([{ orderNumber, caseId: orderNumber }]);
});

test('whichever number of a case is opened, it is the same case', async () => {
  await buyWithCard(shop.app, aDraft());
  await shop.write({ orderNumber: NUMBER, lines: [BANNER] });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const [first, ...others] = await Promise.all(
    [NUMBER, 'ORD-10002', 'Q-1001'].map((number) => see(`/api/json/cases/${number}`)),
  );
  expect(first.addons).toMatchObject([{ orderNumber: 'ORD-10002' }]);
  for (const other of others) expect(other).toEqual(first);
});

test('an old quote is deleted, and the messages of its order stay', async () => {
  const { app } = shop;
  await buyWithCard(app, aDraft());
  await shop.write({ orderNumber: NUMBER, lines: [BANNER] });
  app.wait((RETENTION.answersDays.days + 30) * DAY_MS);
  await buyWithCard(app, aDraft());
  app.db.$client.prepare('UPDATE orders SET created_at = ?').run(app.clock.now.getTime());
  app.db.$client
    .prepare(`INSERT INTO order_messages (case_id, key, text, created_at) VALUES (?, 'old', 'Remember?', 0)`)
    .run(NUMBER);
  await deleteOld(app.context);
  expect(app.db.select().from(quotes).all()).toEqual([]);
  expect(rows.messages(app.db)).toMatchObject([{ text: 'Remember?' }]);
});
