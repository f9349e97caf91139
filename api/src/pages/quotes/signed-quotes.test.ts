import { expect, test } from 'vitest';
import { openStream } from '../../../test/shop/live-stream.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { openQuotes, publishTax, quotesOf, payByCard } from '../../../test/shop/quote-steps.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';

const TAXED = { state: 'MI', postalCode: '48104' };
const PHOTOS = { name: 'Photos', amount: '200.00', isOptional: true, description: 'Of your shop.' };
const CARE = { name: 'Care', amount: '40.00', period: 'month' as const };
const LINES = [{ name: 'Shop', amount: '400.00' }, PHOTOS, CARE];

type Shop = Awaited<ReturnType<typeof openQuotes>>;

const pdfOf = async (app: TestApp, path: string) => {
  const pdf = await fetch(app.base + path);
  return (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat();
};

/** All that a quote and its money say to its customer and to the studio, without what is typed anew. */
async function allPagesOf({ app, admin, link, read }: Shop, number: string) {
  const { read: readPage, quote, key } = await link(number);
  const { taxRules: _rules, ...page } = await readPage();
  const { quotes, figures } = (await app.get('/api/json/quotes', admin)).body;
  const { orderNumber } = page;
  // What they pay the next time is no part of it.
  const next = { revisions: null, taxPercent: null };
  const order = orderNumber && (await app.get(`/api/json/cases/${orderNumber}`, admin)).body;
  return {
    page,
    case: await read(number),
    listed: quotes.find((one: { number: string }) => one.number === number),
    figures,
    pdf: await pdfOf(app, `/api/quote/quote.pdf?quote=${quote}&key=${key}`),
    order: order && [{ ...order.order, ...next }, order.paymentRequests, order.documents, order.quotes],
    customerOrder: page.orderUrl && { ...(await app.get(`/api${page.orderUrl}`)).body, ...next },
    customer: (await app.get('/api/json/customers/1', admin)).body.quotes,
    invoice:
      page.orderUrl && (await pdfOf(app, `/api${page.orderUrl.replace('/order?', '/order/invoice.pdf?')}`)),
  };
}

const exempt = ({ app, admin }: Shop, certificate: string) =>
  app.post(
    '/api/admin/customers/1/people',
    { action: 'exempt', exemption: { certificate, until: null, fileId: null } },
    admin,
  );

const CHANGES: [string, (shop: Shop) => unknown][] = [
  ['a new rate', ({ app }) => publishTax(app, 7.25)],
  ['no tax any more', ({ app }) => publishTax(app, 0)],
  ['an exemption', (shop) => exempt(shop, 'MI-4471')],
];

const accept = async ({ link }: Shop, total = '424.00') => {
  const customer = await link();
  expect((await customer.accept({ without: [1], total })).status).toBe(200);
  return customer;
};

/** What becomes of the quote before the taxes change, and the total that was agreed or sent. */
const ENDS: [string, (shop: Shop) => Promise<unknown>, total: string][] = [
  ['accepted', (shop) => accept(shop), '$424.00'],
  [
    'accepted at another rate than it was sent with',
    async (shop) => {
      publishTax(shop.app, 5);
      await accept(shop, '420.00');
    },
    '$420.00',
  ],
  ['paid', async (shop) => (await accept(shop)).payByCard(), '$424.00'],
  [
    'accepted, then withdrawn',
    async (shop) => accept(shop).then(() => shop.act('Q-1001', { action: 'withdraw' })),
    '$424.00',
  ],
  ['declined', async ({ link }) => (await link()).decline('Too much.'), '$424.00'],
  ['withdrawn', ({ act }) => act('Q-1001', { action: 'withdraw' }), '$424.00'],
  ['expired', async ({ app }) => app.wait(14 * DAY_MS), '$424.00'],
];

test.each(
  ENDS.flatMap(([end, run, total]) => CHANGES.map(([name, change]) => ({ end, run, total, name, change }))),
)(
  'a quote that is $end is shown as it was after $name: on every page, in the PDF, and in the invoice',
  async ({ run, total, change }) => {
    const shop = await openQuotes();
    await shop.write({ ...TAXED, lines: LINES });
    await run(shop);
    const later = await quotesOf(shop.app);
    const before = await allPagesOf(later, 'Q-1001');
    for (const shown of [before.pdf.join('\n'), before.invoice?.join('\n') ?? total])
      expect(shown).toContain(total);
    expect(before.listed.total).toBe(total.slice(1));
    await change(later);
    expect(await allPagesOf(later, 'Q-1001')).toEqual(before);
  },
);

test.each(CHANGES)(
  'after %s, the pages, the PDF, the invoice, and the request for the rest name the same agreed sums',
  async (_, change) => {
    const shop = await openQuotes();
    await shop.write({ ...TAXED, lines: LINES, duePercent: 40 });
    const customer = await accept(shop);
    await customer.payByCard();
    const later = await quotesOf(shop.app);
    await change(later);
    const { orderUrl } = await customer.read();
    const order = (await later.app.get('/api/json/cases/ORD-10001', later.admin)).body;
    const [{ id }] = order.paymentRequests;
    const requests = '/api/admin/cases/ORD-10001/payment-requests';
    await later.app.post(`${requests}/${id}`, { action: 'send' }, later.admin);
    const [open] = (await later.app.get(`/api${orderUrl}`)).body.requests;
    const { page, case: owners, pdf, invoice } = await allPagesOf(later, 'Q-1001');
    const sums = { whole: 42_400, now: 16_960, later: 25_440 };
    for (const { price } of [page, owners])
      for (const [part, dueTodayCents] of Object.entries(sums))
        expect(price[part]).toMatchObject({ dueTodayCents });
    expect([page.total, owners.total, order.order.price.dueTodayCents]).toEqual(['424.00', '424.00', 16_960]);
    expect(pdf).toContain('Total $424.00');
    expect(invoice).toContain('Total $169.60');
    expect([order.paymentRequests[0].amountCents, open.price.dueTodayCents]).toEqual([25_440, 25_440]);
    const asked = (await later.app.sentEmails()).at(-1);
    expect(asked?.subject).toBe('Payment request for order ORD-10001: $254.40');
  },
);

const NUMBER = 'ORD-10001';
const RIGHT = 'right@marlow-bicycles.example';
type Customer = Awaited<ReturnType<Shop['link']>>;

async function aboutOrder({ app, write, link }: Shop): Promise<Customer> {
  await buyWithCard(app, aDraft());
  await write({ orderNumber: NUMBER });
  return link();
}

/** What a quote has come to when the links of its order end. */
const STAGES: [string, (shop: Shop) => Promise<Customer>][] = [
  ['about an order', aboutOrder],
  [
    'accepted for an order',
    async (shop) => {
      const customer = await aboutOrder(shop);
      await customer.accept();
      return customer;
    },
  ],
  [
    'paid for an order',
    async (shop) => {
      const customer = await aboutOrder(shop);
      await customer.acceptAndPay();
      return customer;
    },
  ],
  [
    'an order of its own',
    async ({ write, link }) => {
      await write();
      const customer = await link();
      await customer.acceptAndPay();
      return customer;
    },
  ],
];

const REVOKED: [string, (shop: Shop) => Promise<{ status: number }>][] = [
  ['the links ended', ({ app, admin }) => app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, admin)],
  [
    'the address was corrected',
    ({ app, admin }) => {
      const [confirmation] = rows.confirmations(app.db);
      return app.post(`/api/admin/messages/${confirmation?.id}/send-again`, { recipient: RIGHT }, admin);
    },
  ],
];

const CASES = STAGES.flatMap(([stage, prepare]) =>
  REVOKED.map(([name, revoke]) => ({ stage, prepare, name, revoke })),
);

test.each(CASES)('after $name, the link of a quote that is $stage opens nothing', async (one) => {
  const shop = await openQuotes();
  const { app } = shop;
  const customer = await one.prepare(shop);
  const { quote, key } = customer;
  const before = await customer.read();
  const query = `quote=${quote}&key=${key}`;
  const stream = await openStream(app, `/api/quote/live?${query}`);
  const checkoutId = before.payment?.checkoutId ?? crypto.randomUUID();
  const statusOf = async (path: string) => {
    const abort = new AbortController();
    const { status } = await fetch(app.base + path, { signal: abort.signal });
    abort.abort();
    return status;
  };
  const answer = { quote, key, name: 'Eve', total: before.total, version: before.version };
  const doors = async () => [
    await statusOf(`/api/quote?${query}`),
    await statusOf(`/api/quote/live?${query}`),
    await statusOf(`/api/quote/quote.pdf?${query}`),
    (await app.post('/api/quote/accept', answer)).status,
    (await customer.decline()).status,
    (await customer.ask('Hello')).status,
    (await payByCard(app, { checkoutId, link: { order: quote, key } })).status,
  ];
  expect((await one.revoke(shop)).status).toBe(200);
  const stored = () => [rows.orders(app.db), rows.payments(app.db), rows.outbox(app.db).length];
  const then = stored();
  expect(new Set(await doors())).toEqual(new Set([404]));
  expect(stored()).toEqual(then);
  app.context.liveFeed.publish({ kind: 'change', orderNumber: quote });
  expect(await stream.response.text()).not.toContain('data:');
  // The studio's own link is the new one.
  const next = await shop.link();
  expect(next.key).not.toBe(key);
  expect(await next.read()).toMatchObject({ number: quote, state: before.state });
});

test('after its order’s address was corrected, a quote and what it asks for go to the right one', async () => {
  const shop = await openQuotes();
  const { app, admin, write, act, link } = shop;
  await buyWithCard(app, aDraft());
  await write({ orderNumber: NUMBER, duePercent: 50 });
  const customer = await link();
  await customer.accept();
  await REVOKED[1]?.[1](shop);
  const sent = (await app.sentEmails()).length;
  const next = await link();
  await next.payByCard();
  const { paymentRequests } = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  const path = `/api/admin/cases/${NUMBER}/payment-requests/${paymentRequests.at(-1).id}`;
  await app.post(path, { action: 'send' }, admin);
  await act('Q-1001', { action: 'message', key: crypto.randomUUID(), text: 'We started.' });
  const emails = (await app.sentEmails()).slice(sent);
  expect(emails.length).toBeGreaterThan(2);
  expect(new Set(emails.map(({ to }) => to))).toEqual(new Set([RIGHT]));
  expect(rows.orders(app.db).map(({ email }) => email)).toEqual([RIGHT, RIGHT]);
});

/** What has a checkout of its own, and the ID of that checkout. */
const SOLD_ELSEWHERE: [string, (shop: Shop) => Promise<string>][] = [
  [
    'an accepted quote',
    async ({ write, link }) => {
      await write({ lines: [{ name: 'Shop', amount: '5000.00' }] });
      const customer = await link();
      await customer.accept();
      return (await customer.read()).payment.checkoutId;
    },
  ],
  [
    'an accepted quote that was replaced',
    async ({ write, link, act }) => {
      await write();
      const customer = await link();
      await customer.accept();
      const { checkoutId } = (await customer.read()).payment;
      await act('Q-1001', { action: 'withdraw' });
      return checkoutId;
    },
  ],
  ['a payment request', (shop) => askedFor(shop, true)],
  ['a payment request that is a draft', (shop) => askedFor(shop, false)],
  [
    'more revisions whose payment was started',
    async ({ app }) => {
      await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
      const [confirmation] = await app.sentEmails();
      const [, key = ''] = /\/order\?order=\S+?&key=(\S+)/.exec(confirmation?.text ?? '') ?? [];
      const { revisions } = (await app.get(`/api/order?order=${NUMBER}&key=${key}`)).body;
      const addon = { checkoutId: revisions.checkoutId, link: { order: NUMBER, key } };
      expect((await app.post('/api/create-payment-intent', { amount: 1, ...addon })).status).toBe(200);
      return revisions.checkoutId;
    },
  ],
];

async function askedFor({ app, admin }: Shop, send: boolean): Promise<string> {
  await buyWithCard(app, aDraft());
  const asked = { amount: '149.00', reason: 'Two photos', send };
  await app.post(`/api/admin/cases/${NUMBER}/payment-requests`, asked, admin);
  return checkoutOfRequest(app);
}

const checkoutOfRequest = ({ db }: Shop['app']) =>
  String(db.$client.prepare('SELECT checkout_id FROM payment_requests').pluck().get());

test.each(SOLD_ELSEWHERE)('the plain checkout refuses the checkout ID of %s', async (_, prepare) => {
  const shop = await openQuotes();
  const { app } = shop;
  const checkoutId = await prepare(shop);
  const before = [rows.orders(app.db), rows.drafts(app.db), rows.payments(app.db)];
  const website = aDraft({ checkoutId });
  const free = aDraft({ checkoutId, serviceTypes: ['voice'] });
  for (const [path, body] of [
    ['/api/create-payment-intent', { amount: 149, ...website }],
    ['/api/process-paypal', { amount: 149, ...website }],
    ['/api/checkout', aCheckout(website)],
    ['/api/checkout', aCheckout(free)],
  ] as const) {
    const { status, body: answer } = await app.post(path, body);
    expect([path, status, answer.code]).toEqual([path, 409, 'paid_elsewhere']);
  }
  expect([rows.orders(app.db), rows.drafts(app.db), rows.payments(app.db)]).toEqual(before);
});

test('the link of a quote or an order does not take the ID of a plain checkout', async () => {
  const { app, write, link } = await openQuotes();
  await buyWithCard(app, aDraft());
  await write({ orderNumber: NUMBER });
  const customer = await link();
  await customer.accept();
  const { checkoutId } = aDraft();
  await app.post('/api/create-payment-intent', { amount: 149, ...aDraft({ checkoutId }) });
  const { orderUrl: _none, payment } = await customer.read();
  for (const order of ['Q-1001', NUMBER]) {
    const stolen = { checkoutId, link: { order, key: customer.key } };
    expect((await payByCard(app, stolen)).status).toBe(404);
  }
  expect((await payByCard(app, { ...payment, link: { order: NUMBER, key: customer.key } })).status).toBe(404);
  const paid = await customer.payByCard();
  expect(paid.body.order).toMatchObject({ isPaid: true, initialPayment: '450.00' });
});

test('the key of another order opens no payment request', async () => {
  const { app, admin } = await openQuotes();
  for (let count = 0; count < 2; count += 1)
    await buyWithCard(app, aDraft({ email: `buyer${count}@marlow.example` }));
  const asked = { amount: '149.00', reason: 'Two photos' };
  await app.post(`/api/admin/cases/${NUMBER}/payment-requests`, asked, admin);
  const checkoutId = checkoutOfRequest(app);
  const keys = (await app.sentEmails()).flatMap(
    ({ text }) => /\/order\?order=(\S+?)&key=(\S+)/.exec(text)?.slice(1, 3) ?? [],
  );
  const keyOf = (order: string) => keys[keys.indexOf(order) + 1] ?? '';
  expect(keyOf('ORD-10002')).not.toBe('');
  for (const order of [NUMBER, 'ORD-10002']) {
    const link = { order, key: keyOf('ORD-10002') };
    expect((await payByCard(app, { checkoutId, link })).status).toBe(404);
  }
  const own = { order: NUMBER, key: keyOf(NUMBER) };
  expect((await payByCard(app, { checkoutId, link: own })).body.order.initialPayment).toBe('149.00');
});

test.each([
  ['Ada Mary Marlow', { firstName: 'Ada Mary', lastName: 'Marlow', businessName: 'Ada Mary Marlow' }],
  ['Ada', { firstName: 'Ada', lastName: '', businessName: 'Ada' }],
])('a quote without names gets them from its signature, %j', async (name, names) => {
  const shop = await openQuotes();
  await shop.write({ firstName: '', lastName: '', businessName: '' });
  const customer = await shop.link();
  await customer.accept({ name });
  await customer.payByCard();
  const { order } = (await shop.app.get('/api/json/cases/ORD-10001', shop.admin)).body;
  expect(order).toMatchObject(names);
  const subjects = (await shop.app.businessEmails()).map(({ subject }) => subject);
  expect(subjects).toContain(`New order ORD-10001: $450.00 from ${name}`);
});

test('a signature never replaces the names of a quote', async () => {
  const shop = await openQuotes();
  await shop.write({ firstName: 'Ada', lastName: '' });
  const customer = await shop.link();
  await customer.accept({ name: 'Eve Stone' });
  await customer.payByCard();
  const { order } = (await shop.app.get('/api/json/cases/ORD-10001', shop.admin)).body;
  expect(order).toMatchObject({ firstName: 'Ada', lastName: '', businessName: 'Marlow Bicycles' });
});
