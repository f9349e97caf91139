import type { NewQuoteInput } from '@northlight/shared/contracts/write-quote.ts';
import { expect, test, beforeEach } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { aQuote, openQuotes } from '../../../test/shop/quote-steps.ts';
import { workKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';

type Terms = Pick<NewQuoteInput, 'lines'> & Partial<NewQuoteInput>;
const SHOP = { name: 'Shop', amount: '100.00' };
const PHOTOS = { name: 'Photos', amount: '200.00', isOptional: true };
const once = (amount: string, more: object = {}) => ({ lines: [{ name: 'Shop', amount, ...more }] });
const yearly = { period: 'year' as const };
const monthly = { period: 'month' as const };

const OVER_LIMIT: [string, Terms][] = [
  ['one line', once('1000.01')],
  ['many of one', once('100.10', { quantity: 10 })],
  ['tax', { ...once('950.00'), state: 'MI', postalCode: '48104' }],
  ['an optional line', { lines: [SHOP, { ...PHOTOS, amount: '900.01' }] }],
  ['what is due later', { ...once('1000.01'), duePercent: 1 }],
  ['what is billed elsewhere', { ...once('1000.01'), duePercent: 0 }],
  ['a yearly line, nothing due now', { ...once('1000.01', yearly), duePercent: 0 }],
  ['a monthly line, nothing due now', { ...once('1000.01', monthly), duePercent: 0 }],
  ['both together', { lines: [SHOP, { name: 'Care', amount: '900.01', ...yearly }] }],
];

test.each(OVER_LIMIT)('staff send no quote above their limit: %s', async (_, terms) => {
  const { app, write, act } = await openQuotes();
  const staff = { username: 'sam', password: 'a quiet south window', role: 'staff' as const };
  await addAdmin(app, staff);
  const sam = await loggedIn(app, staff);
  const refused = await app.post('/api/json/quotes', aQuote(terms), sam);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Only an owner can send a quote above $1,000.00.',
  ]);
  // Nor as a draft that is sent later, nor in place of one that may be sent.
  await app.post('/api/json/quotes', aQuote({ ...terms, send: false }), sam);
  expect((await app.post('/api/json/quotes/Q-1001', { action: 'send' }, sam)).status).toBe(403);
  const { email: _email, send: _send, ...rest } = aQuote(terms);
  await app.post('/api/json/quotes', aQuote(), sam);
  const saved = { action: 'save', ...rest, send: true };
  expect((await app.post('/api/json/quotes/Q-1002', saved, sam)).status).toBe(403);
  expect(await write({})).toMatchObject({ status: 200 });
  expect((await act('Q-1001', { action: 'send' })).status).toBe(200);
});

const UNPAYABLE: [string, Terms][] = [
  ['$0.49', once('0.49')],
  ['$0.49, later', { ...once('0.49'), duePercent: 0 }],
  ['$99,899,001.00', once('99999.00', { quantity: 999 })],
  [
    'more than $999,999.99',
    { lines: Array.from({ length: 11 }, () => ({ name: 'Shop', amount: '99999.00' })) },
  ],
  [
    'an optional line of $0.30 alone',
    {
      lines: [
        { ...PHOTOS, amount: '0.30' },
        { ...PHOTOS, amount: '5.00' },
      ],
    },
  ],
  ['$0.30 without the optional line', { lines: [{ ...SHOP, amount: '0.30' }, PHOTOS] }],
  ['$0.10 a month', { lines: [SHOP, { name: 'Care', amount: '0.10', ...monthly }] }],
  ['too much a year', { lines: [SHOP, { name: 'Care', amount: '99999.00', quantity: 999, ...yearly }] }],
];

test.each(UNPAYABLE)('a quote that nobody could pay is not sent: %s', async (_, terms) => {
  const { app, write } = await openQuotes();
  const { status, body } = await write(terms);
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['lines']]);
  expect(body.message).toMatch(/^Nobody can pay less than \$0\.50 or more than \$999,999\.99/);
  expect(rows.outbox(app.db)).toEqual([]);
  expect((await write({ ...terms, send: false })).status).toBe(200);
});

test.each([
  ['$0.50', once('0.50'), '0.50'],
  ['nothing', once('0.00'), '0.00'],
  [
    '$999,999.99',
    {
      lines: [
        ...Array.from({ length: 10 }, () => ({ name: 'Shop', amount: '99999.00' })),
        { name: 'Rest', amount: '9.99' },
      ],
    },
    '999999.99',
  ],
  ['small optional lines beside others', { lines: [SHOP, { ...PHOTOS, amount: '0.10' }] }, '100.00'],
  ['a discount to less than $0.50', { ...once('5.00'), discount: '4.80' }, '0.50'],
] as [string, Terms, string][])('a quote that can be paid is sent: %s', async (_, terms, total) => {
  const { write } = await openQuotes();
  const { status, body } = await write(terms);
  expect([status, body.quote?.total]).toEqual([200, total]);
});

test('only optional lines are left out, and one line stays', async () => {
  const { app, write, link } = await openQuotes();
  await write({ lines: [SHOP, PHOTOS] });
  const customer = await link();
  for (const [without, total] of [
    [[0], '200.00'],
    [[0, 1], '0.00'],
    [[2], '300.00'],
    [[-1], '300.00'],
  ]) {
    const { status, body } = await customer.accept({ without, total });
    expect([status, body.fields]).toEqual([400, { without: ['Only optional lines can be left out.'] }]);
  }
  await write({ lines: [PHOTOS, { ...PHOTOS, name: 'Film' }] });
  const other = await link('Q-1002');
  const none = await other.accept({ without: [1, 0], total: '0.00' });
  expect([none.status, none.body.message]).toEqual([
    400,
    'Please choose at least one line, or decline the quote.',
  ]);
  expect(rows.orders(app.db)).toEqual([]);
  // However often it is named, a line is left out once.
  const { body } = await other.accept({ without: [1, 1], total: '200.00' });
  expect(body.agreed).toMatchObject({ without: [1] });
  expect((await other.accept({ without: [1], total: '200.00' })).status).toBe(200);
});

test.each(['99.99', '0.00', '100.01', '0.01'])(
  'the price is accepted, and no typed total: %s',
  async (total) => {
    const { write, link } = await openQuotes();
    await write({ lines: [SHOP] });
    const customer = await link();
    const { status, body } = await customer.accept({ total });
    expect([status, body.code]).toEqual([409, 'quote_changed']);
    expect((await customer.read()).state).toBe('sent');
  },
);

test('a version is accepted by its number, so that nobody accepts what they have not seen', async () => {
  const { write, act, link } = await openQuotes();
  await write({ lines: [SHOP] });
  const customer = await link();
  const { email: _email, ...terms } = aQuote({ lines: [{ ...SHOP, name: 'Less for the same' }] });
  await act('Q-1001', { action: 'save', ...terms });
  const accept = async (version?: number) => (await customer.accept({ version })).status;
  expect([await accept(), await accept(1), await accept(3), await accept(2)]).toEqual([400, 409, 409, 200]);
});

test('accountants read neither what was written to the customer nor why they declined', async () => {
  const { app, write, link, admin } = await openQuotes();
  await buyWithCard(app, aDraft());
  await write({ orderNumber: 'ORD-10001', message: 'The secret of our offer.' });
  await (await link()).decline('Your secret is too dear.');
  const kim = { username: 'kim', password: 'a quiet north window', role: 'accountant' as const };
  await addAdmin(app, kim);
  const accountant = await loggedIn(app, kim);
  const paths = [
    'quotes',
    'quotes?state=declined',
    'quotes/Q-1001',
    'cases/ORD-10001',
    'customers/1',
    'overview',
    'customers',
  ];
  for (const path of paths) {
    const { status, body } = await app.get(`/api/json/${path}`, accountant);
    expect([path, status]).toEqual([path, 200]);
    expect(JSON.stringify(body)).not.toContain('secret');
  }
  expect(JSON.stringify((await app.get('/api/json/quotes/Q-1001', admin)).body)).toMatch(/secret.*secret/);
});

test('colleagues who see no money see no price of a quote or a request', async () => {
  const { app, admin, write, link } = await openQuotes();
  await buyWithCard(app, aDraft());
  await write({ orderNumber: 'ORD-10001', lines: [{ name: 'Shop', amount: '123.45' }] });
  const customer = await link();
  await customer.accept();
  const asked = { amount: '123.45', reason: 'Photos' };
  await app.post('/api/admin/cases/ORD-10001/payment-requests', asked, admin);
  await customer.payByCard();
  const order = orderStore.byNumber(app.db, 'ORD-10001') ?? expect.fail();
  const { secret } = app.context.settings;
  const link_ = (key: string) => `order=ORD-10001&key=${key}`;
  const work = link_(workKeyOf(secret, order));
  const { status, body } = await app.get(`/api/order?${work}`);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/[Cc]ents":[1-9]|123|149|INV-|checkoutId/);
  expect(body).toMatchObject({ receipt: null, addons: [], requests: [], documents: [], revisions: null });
  expect((await app.get(`/api/order/invoice.pdf?${work}`)).status).toBe(404);
  const [, request] = rows.drafts(app.db);
  const draft = {
    checkoutId: request?.id ?? '',
    link: { order: 'ORD-10001', key: workKeyOf(secret, order) },
  };
  expect((await app.post('/api/create-payment-intent', { amount: 1, ...draft })).status).toBe(404);
});

const NUMBER = 'ORD-10001';
const BANNER = { name: 'Extra banner', amount: '120.00' };
type Shop = Awaited<ReturnType<typeof openQuotes>>;

let shop: Shop;
/** The page of the order, for its customer. */
let page: string;

beforeEach(async () => {
  shop = await openQuotes();
  await buyWithCard(shop.app, aDraft());
  const [confirmation] = await shop.app.sentEmails();
  page = /\/order\?\S+/.exec(confirmation?.text ?? '')?.[0] ?? '';
});

/** What a PDF says. */
const textOf = async (path: string): Promise<string> => {
  const pdf = await fetch(shop.app.base + path);
  return (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat().join('\n');
};

const statusOf = async (number: string): Promise<string> =>
  (await shop.app.get(`/api/json/cases/${number}`, shop.admin)).body.workStatus;

async function setStatus(number: string, workStatus: string) {
  const path = `/api/admin/cases/${number}/work-status`;
  const { workVersion } = (await shop.app.get(`/api/json/cases/${number}`, shop.admin)).body;
  expect((await shop.app.post(path, { workStatus, workVersion }, shop.admin)).status).toBe(200);
}

async function quoteFor(...lines: object[]) {
  await shop.write({ orderNumber: NUMBER, discount: '10.00', lines: lines as (typeof BANNER)[] });
  const customer = await shop.link();
  await customer.acceptAndPay();
}

const ask = (reason: string, action: object = {}) =>
  shop.app.post(
    `/api/admin/cases/${NUMBER}/payment-requests`,
    { amount: '120.00', reason, ...action },
    shop.admin,
  );

const record = async () => {
  const { paymentRequests } = (await shop.app.get(`/api/json/cases/${NUMBER}`, shop.admin)).body;
  const path = `/api/admin/cases/${NUMBER}/payment-requests/${paymentRequests.at(-1).id}`;
  expect((await shop.app.post(path, { action: 'record', way: 'check' }, shop.admin)).status).toBe(200);
};

const PURCHASES: [string, string, () => Promise<unknown>][] = [
  ['a quote', 'Extra banner', () => quoteFor(BANNER)],
  [
    'a quote of several',
    'Extra banner × 2 and Photos',
    () => quoteFor({ ...BANNER, quantity: 2 }, { name: 'Photos', amount: '80.00' }),
  ],
  [
    'a quote of many',
    'Extra banner, Photos, and 2 more',
    () => quoteFor(BANNER, ...['Photos', 'Map', 'Film'].map((name) => ({ name, amount: '80.00' }))),
  ],
  ['a payment request', 'Extra banner', async () => void (await ask('Extra banner'), await record())],
];

test.each(PURCHASES)('%s is called %s in emails, the timeline, and the invoice', async (_, name, buy) => {
  const { app, admin } = shop;
  const [forCustomer, forStudio] = [await app.sentEmails(), await app.businessEmails()];
  const before = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  await buy();
  const toCustomer = (await app.sentEmails()).slice(forCustomer.length);
  const confirmation = toCustomer.find(({ subject }) => subject === `${name} for order ${NUMBER}`);
  expect(confirmation?.text).toContain(`You bought ${name} for order ${NUMBER}.`);
  const toStudio = (await app.businessEmails()).slice(forStudio.length);
  const news = toStudio.find(({ subject }) => subject.startsWith('New order ORD-10002'));
  expect(news?.text).toContain(`bought ${name} for order ${NUMBER}`);
  for (const { subject, text } of [...toCustomer, ...toStudio])
    expect(subject + text).not.toMatch(/revision|null|undefined/i);
  const after = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  const texts = after.timeline.map(({ text }: { text: string }) => text);
  expect(texts).toContainEqual(expect.stringMatching(`^${name} ordered \\(ORD-10002\\), \\$`));
  expect(texts.join()).not.toMatch(/revision/i);
  // Nothing is promised that was not sold.
  expect(after.services[0].roundsIncluded).toBe(before.services[0].roundsIncluded);
  const { documents } = (await app.get(`/api${page}`)).body;
  const invoice = await textOf(documents.at(-1).url);
  expect(invoice).toContain('Extra banner');
  expect(invoice).not.toMatch(/revision|null/i);
});

test('what a quote adds is new work on the case, also if that was delivered, and is delivered with it', async () => {
  await setStatus(NUMBER, 'delivered');
  await quoteFor(BANNER);
  const statuses = () => rows.orders(shop.app.db).map(({ workStatus }) => workStatus);
  expect(statuses()).toEqual(['new', 'new']);
  await setStatus('ORD-10002', 'in-progress');
  expect(statuses()).toEqual(['in-progress', 'in-progress']);
  await setStatus(NUMBER, 'delivered');
  expect(statuses()).toEqual(['delivered', 'delivered']);
});

test('a payment for an order in progress does not say that something was delivered', async () => {
  await setStatus(NUMBER, 'in-progress');
  await ask('Extra banner');
  await record();
  expect(await statusOf('ORD-10002')).toBe('in-progress');
  await setStatus(NUMBER, 'delivered');
  expect(await statusOf('ORD-10002')).toBe('closed');
});

test.each([100, 50])(
  'lines that repeat have their name and price in the quote, the order, and its papers, with %i percent paid at once',
  async (duePercent) => {
    const { app, admin, write, link } = shop;
    const care = { name: 'Hosting and care', quantity: 2, amount: '22.50', period: 'month' as const };
    await write({ lines: [BANNER, care], duePercent, discount: '10.00' });
    const customer = await link();
    const quotePdf = await textOf(`/api/quote/quote.pdf?quote=${customer.quote}&key=${customer.key}`);
    const sent = (await app.sentEmails()).at(-1)?.text ?? '';
    await customer.acceptAndPay();
    const { order } = (await app.get('/api/json/cases/ORD-10002', admin)).body;
    expect(order.price.lines.at(-1)).toMatchObject({
      name: 'Hosting and care × 2',
      amountCents: 0,
      note: '$45.00 a month',
    });
    const { orderUrl } = await customer.read();
    const { documents } = (await app.get(`/api${orderUrl}`)).body;
    const confirmed = (await app.sentEmails()).find(({ subject }) => subject === 'Your order ORD-10002');
    for (const paper of [quotePdf, sent, await textOf(documents[0].url), confirmed?.text]) {
      expect(paper).toMatch(/Hosting and care × 2:? \$45\.00 a month/);
      expect(paper).not.toMatch(/null|Recurring\b/);
    }
    for (const paper of [quotePdf, sent]) expect(paper).toMatch(/^Discount:? −\$10\.00$/m);
  },
);
