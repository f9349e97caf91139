import type { NewQuoteInput } from '@northlight/shared/contracts/write-quote.ts';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { aQuote, openQuotes } from '../../../test/shop/quote-steps.ts';
import { workKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';

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
