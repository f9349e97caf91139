import { expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { aDraft, anAddon, aCheckout, buyWithCard } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { counterValue, rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { onChanges } from '../../db/changes.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { shopVersions } from '../../db/schema/server.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import { currentCatalog } from '../../db/catalogs.ts';

/** Makes the database refuse the given write, which aborts the transaction at that point. */
function refuse(app: TestApp, when: string): () => void {
  app.db.$client.exec(
    `CREATE TRIGGER refuse BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
  );
  return () => void app.db.$client.exec('DROP TRIGGER refuse');
}

async function paidDraft(app: TestApp) {
  const draft = aDraft({ addons: [anAddon('revisions')] });
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  return { draft, paymentIntentId };
}

test.each([
  'UPDATE ON payments',
  'UPDATE ON sequence_counter',
  'INSERT ON orders',
  'INSERT ON order_lines',
  'INSERT ON outbox',
])(
  'a failure at %s leaves no order, no lines, no used number and no email, and the payment stays open',
  async (when) => {
    const app = await startTestApp();
    const { draft, paymentIntentId } = await paidDraft(app);
    const allow = refuse(app, when);
    const failed = await checkOut(app, draft, { paymentIntentId });
    expect(failed.status).toBe(500);
    expect(rows.orders(app.db)).toEqual([]);
    expect(rows.lines(app.db)).toEqual([]);
    expect(rows.outbox(app.db)).toEqual([]);
    expect(rows.payments(app.db)).toMatchObject([{ status: 'open', receivedAmountCents: null }]);
    expect(counterValue(app.db)).toBe(10_000);

    allow();
    const { body } = await checkOut(app, draft, { paymentIntentId });
    expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
    expect(await app.sentEmails()).toHaveLength(1);
  },
);

test('a failure while a pending order is completed leaves it pending and the payment open', async () => {
  const app = await startTestApp();
  const { draft, paymentIntentId } = await paidDraft(app);
  await checkOut(app, draft);
  const allow = refuse(app, 'INSERT ON outbox');
  expect((await checkOut(app, draft, { paymentIntentId })).status).toBe(500);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'pending', paymentId: null }]);
  expect(rows.payments(app.db)).toMatchObject([{ status: 'open' }]);
  allow();
  expect((await checkOut(app, draft, { paymentIntentId })).body.order.paymentStatus).toBe('completed');
});

test('a failure while the draft is stored calls no provider and leaves no attempt', async () => {
  const app = await startTestApp();
  let asked = 0;
  const card = app.context.providers['credit-card'];
  app.context.providers['credit-card'] = {
    ...card,
    start: (payment) => {
      asked += 1;
      return card.start(payment);
    },
  };
  const allow = refuse(app, 'INSERT ON payments');
  expect((await app.post('/api/create-payment-intent', { amount: 149, ...aDraft() })).status).toBe(500);
  expect(asked).toBe(0);
  expect([...rows.drafts(app.db), ...rows.payments(app.db)]).toEqual([]);
  allow();
  await startCard(app, aDraft());
  expect(asked).toBe(1);
});

test('the database refuses a second order for the same payment, checkout or number', async () => {
  const app = await startTestApp();
  const { draft, paymentIntentId } = await paidDraft(app);
  await checkOut(app, draft, { paymentIntentId });
  const copy = openDatabase(app.db.$client.serialize());
  const unlike = new Map([
    ['id', 'NULL'],
    ['payment_id', 'NULL'],
    ['checkout_id', 'NULL'],
    ['order_number', "'ORD-1'"],
    ['case_id', "'ORD-1'"],
  ]);
  const columns = copy.$client
    .prepare("SELECT name FROM pragma_table_info('orders')")
    .pluck()
    .all()
    .map(String);
  for (const own of ['payment_id', 'checkout_id', 'order_number']) {
    const values = columns.map((name) => (name === own ? name : (unlike.get(name) ?? name)));
    const insert = `INSERT INTO orders (${columns.join()}) SELECT ${values.join()} FROM orders LIMIT 1`;
    expect(() => copy.$client.exec(insert), own).toThrow(`UNIQUE constraint failed: orders.${own}`);
  }
  copy.$client.close();
});

test('the email worker is woken only after the commit', async () => {
  const app = await startTestApp();
  const seen: number[] = [];
  onChanges(app.db, ({ workers }) => {
    if (!workers.has('outbox')) return;
    expect(app.db.$client.inTransaction).toBe(false);
    seen.push(rows.confirmations(app.db).length);
  });
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { draft, paymentIntentId } = await paidDraft(app);
  await checkOut(app, draft, { paymentIntentId });
  expect(seen).toEqual([1, 2]);
});

const ACCEPT = 'Please accept the terms';
const sections = [{ heading: 'Refunds', words: 'Ask within 14 days.' }];

/** A shop whose owner publishes terms a minute after it opened. */
async function openShop() {
  const shop = await openQuotes();
  const { db, clock } = shop.app;
  const { services, addons, taxes } = currentCatalog(db);
  return {
    ...shop,
    publish: (content: Content = { 'terms.sections': sections }) => {
      clock.now = new Date(clock.now.getTime() + 60_000);
      const values = { services, addons, taxes, content, business: null };
      const version = { values, state: 'published' as const, publishedAt: clock.now, createdAt: clock.now };
      return Number(db.insert(shopVersions).values(version).run().lastInsertRowid);
    },
  };
}

test('with terms, neither a payment nor a free order starts before they are accepted', async () => {
  const { app, admin, publish } = await openShop();
  const version = publish();
  const draft = aDraft({ serviceTypes: ['website'] });
  const started = [
    await app.post('/api/create-payment-intent', { amount: 149, ...draft }),
    await app.post('/api/process-paypal', { amount: 149, ...draft, acceptsTerms: false }),
    await app.post('/api/checkout', aCheckout(draft)),
  ];
  for (const { status, body } of started)
    expect([status, body.fields]).toEqual([400, { acceptsTerms: [ACCEPT] }]);
  expect(rows.payments(app.db)).toEqual([]);
  expect(rows.orders(app.db)).toEqual([]);
  await buyWithCard(app, { ...draft, acceptsTerms: true });
  const at = app.clock.now.toISOString();
  expect(rows.orders(app.db)[0]).toMatchObject({ acceptedTerms: { version, at } });
  const { order } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
  expect(order.acceptedTerms).toEqual({ version, at });
});

test('a page from before the terms sells without them for a day, and a shop without terms asks for none', async () => {
  const { app, publish } = await openShop();
  const { version: before } = currentCatalog(app.db);
  publish();
  const old = aDraft({ serviceTypes: ['website'], catalogVersion: before });
  await buyWithCard(app, old);
  publish({});
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  expect(rows.orders(app.db).map(({ acceptedTerms }) => acceptedTerms)).toEqual([null, null]);
});

test('what is paid becomes an order even if its terms changed meanwhile, with those that were accepted', async () => {
  const { app, publish } = await openShop();
  const version = publish();
  const draft = { ...aDraft({ serviceTypes: ['website'] }), acceptsTerms: true };
  const intent = (await app.post('/api/create-payment-intent', { amount: 149, ...draft })).body;
  publish({ 'terms.sections': [...sections, ...sections] });
  await confirmCard(app, intent.clientSecret);
  const sent = { ...aCheckout(draft), acceptsTerms: false, paymentIntentId: intent.paymentIntentId };
  expect((await app.post('/api/checkout', sent)).status).toBe(200);
  expect(rows.orders(app.db)[0]).toMatchObject({ acceptedTerms: { version }, paymentStatus: 'completed' });
});

test('a quote is accepted with the terms of now, and its order says so', async () => {
  const { app, write, link, publish } = await openShop();
  const first = publish();
  await write();
  const customer = await link();
  expect((await customer.read()).termsVersion).toBe(first);
  const version = publish();
  for (const termsVersion of [undefined, first]) {
    const { status, body } = await customer.accept({ termsVersion });
    expect([status, body.fields]).toEqual([400, { termsVersion: [ACCEPT] }]);
  }
  expect((await customer.accept({ termsVersion: version })).status).toBe(200);
  await customer.payByCard();
  expect(rows.orders(app.db)[0]).toMatchObject({
    acceptedTerms: { version, at: app.clock.now.toISOString() },
  });
});
