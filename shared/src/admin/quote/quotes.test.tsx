import type { TaxRules } from '../../catalog/catalog.ts';
import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { textToCents } from '../../catalog/money.ts';
import { priceQuote } from '../../catalog/quote.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { QuoteCaseResponse } from '../../contracts/quotes.ts';
import { whole } from '../../contracts/test/whole.ts';
import { NO_RESPONSE, refused } from '../../contracts/test/fake-server.ts';
import { aCase, aRequest, AT, ORDER } from '../test/case.ts';
import { anOrder, aQuote, EMPTY_LISTS, quotesPage, rowOf, textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { QUIET } from '../test/overview.ts';

const LIST = 'GET /api/json/quotes';
const WRITE = 'POST /api/json/quotes';
const READ = 'GET /api/json/quotes/:number';
const ACT = 'POST /api/json/quotes/:number';
const CASE = 'GET /api/json/cases/:orderNumber';
const ASK = 'POST /api/admin/cases/:orderNumber/payment-requests';
const ACT_ON_REQUEST = 'POST /api/admin/cases/:orderNumber/payment-requests/:id';

const saved = { message: 'Q-1001 saved', quote: { number: 'Q-1001', total: '450.00' } };
const done = { message: 'Done' };

const taxRules = { taxes: DEFAULT_CATALOG.taxes, taxesRecurring: false };
const address = { country: 'US', state: 'MI', postalCode: '48104' };

type Quote = QuoteCaseResponse['quote'];
const priceOf = ({ lines, discount, duePercent, agreed }: Quote, rules: TaxRules = taxRules) => {
  const centsOf = ({ amount, ...line }: Quote['lines'][number]) => {
    return { ...line, amountCents: textToCents(amount) };
  };
  const terms = { lines: lines.map(centsOf), discountCents: textToCents(discount), duePercent };
  return priceQuote(rules, terms, address, agreed?.without);
};
const aQuoteCase = (changes: Partial<Quote> = {}, rules?: TaxRules) => {
  const quote = { ...QUOTE, ...changes };
  return { quote: { ...quote, price: priceOf(quote, rules) }, taxRules, timeZone: 'America/New_York' };
};
const QUOTE = whole(QuoteCaseResponse.shape.quote, {
  ...aQuote(),
  editVersion: 'v1',
  address,
  validDays: 14,
  link: 'https://shop.example/quote?quote=Q-1001&key=abc',
  versions: [{ version: 1, state: 'sent', sentAt: AT, total: '450.00' }],
});
const buttons = (element: HTMLElement) => textsOf(within(element), 'button');
const head = async () =>
  (await screen.findByRole('heading', { level: 2, name: /Q-1001/ })).closest('.case-head');

test('in a demo shop, a quote that nobody has bought is neither real nor not, and a real sale is marked', async () => {
  const quotes = [aQuote({ number: 'Q-1002', mode: 'live' }), aQuote()];
  mountAdmin('#/quotes', {
    [LIST]: quotesPage(quotes),
    'GET /api/json/overview': { ...QUIET, paymentMode: 'demo' },
  });
  expect(await within(await rowOf('Q-1002')).findByText('Live')).toBeTruthy();
  expect(within(await rowOf('Q-1001')).queryByText('Live')).toBeNull();
});

test('the list says what each quote waits for, and a figure filters it', async () => {
  const figures = { open: { count: 2, cents: 90_000 } };
  const half = { state: 'accepted', isPaid: true } as const;
  const quotes = [
    aQuote({ number: 'Q-1005', ...half, finalPayment: 'draft' }),
    aQuote({ number: 'Q-1004', ...half, finalPayment: 'open' }),
    aQuote({ number: 'Q-1003', state: 'draft', validUntil: null, hasDraft: true, isWaiting: true }),
    aQuote({ number: 'Q-1002', isWaiting: true, recurring: '40.00', recurringPeriod: 'month' }),
    aQuote({ seenAt: AT }),
  ];
  const { server, user } = mountAdmin('#/quotes', { [LIST]: quotesPage(quotes, { figures }) });
  expect((await rowOf('Q-1005')).textContent).toContain('Send the final payment');
  expect((await rowOf('Q-1004')).textContent).toContain('The final payment');
  expect((await rowOf('Q-1003')).textContent).toContain('Send it');
  expect((await rowOf('Q-1002')).textContent).toMatch(/\$450\.00 \+ \$40\.00 per month.*Answer the question/);
  expect((await rowOf('Q-1001')).textContent).toMatch(/Seen.*Dec 5, 2026.*The customer’s answer/);
  await user.click(screen.getByRole('link', { name: 'Open 2 $900.00' }));
  await waitFor(() => expect(server.asked(LIST).at(-1)).toEqual({ state: 'open' }));
  expect(screen.getByRole('button', { name: 'Remove the filter State: Open' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Open 2 $900.00' }));
  await waitFor(() => expect(location.hash).toBe('#/quotes'));
});

test('an accountant reads quotes, and has nothing to write, to send, or to copy', async () => {
  const quote = aQuoteCase({ link: '', messages: [] });
  const { user } = mountAdmin(
    '#/quotes',
    { [LIST]: quotesPage([aQuote()]), [READ]: quote },
    { role: 'accountant' },
  );
  expect(await screen.findByRole('link', { name: 'Q-1001' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Write a quote' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Q-1001' }));
  await screen.findByRole('region', { name: 'What was sent' });
  for (const name of ['Change', 'Withdraw', 'Send again', 'Copy the link'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByLabelText('Message to the customer')).toBeNull();
  expect(screen.queryByText('Open as the customer')).toBeNull();
});

test.each([
  [{ state: 'draft', hasDraft: true, versions: [], sentAt: null }, ['Send quote', 'Change', 'Withdraw']],
  [{}, ['Send again', 'Change', 'Withdraw']],
  [{ state: 'expired', canRenew: true }, ['Renew and send', 'Change', 'Withdraw']],
  [{ hasDraft: true }, ['Send version 2', 'Change', 'Withdraw']],
  [{ state: 'declined' }, ['Change']],
  [{ state: 'accepted' }, ['Change', 'Record a payment', 'Withdraw']],
  [{ state: 'accepted', orderNumber: 'ORD-10001' }, []],
] as [Partial<Quote>, string[]][])('what can be done with a quote: %o', async (changes, names) => {
  mountAdmin('#/quotes/Q-1001', { [READ]: aQuoteCase(changes) });
  const top = await head();
  expect(
    buttons(top as HTMLElement)
      .slice(1)
      .filter(Boolean),
  ).toEqual(names);
});

const QUESTION = { messages: [{ id: 1, isFromStudio: false, text: 'Can we pay half now?', sentAt: AT }] };

test.each([
  ['expired', true],
  ['expired', false],
  ['sent', true],
] as const)(
  'a quote with a question that has expired or ends soon (%s) is answered, and renewed if the box is checked: %s',
  async (state, renews) => {
    const { server, user } = mountAdmin('#/quotes/Q-1001', {
      [READ]: aQuoteCase({ ...QUESTION, state, canRenew: true, validDays: 14 }),
      [ACT]: saved,
    });
    await user.click(await screen.findByRole('button', { name: 'Answer and renew' }));
    await user.keyboard('Yes.');
    if (!renews) await user.click(screen.getByLabelText('Also renew the quote for 14 days and send it'));
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await waitFor(() => expect(server.sent(ACT)).toHaveLength(renews ? 2 : 1));
    expect(server.sent(ACT)).toMatchObject([
      { action: 'message', text: 'Yes.' },
      ...(renews ? [{ action: 'renew', version: 'v1' }] : []),
    ]);
  },
);

test('staff answer an expired quote above their limit without renewing it', async () => {
  const quote = aQuoteCase({ ...QUESTION, state: 'expired', needsOwner: true });
  mountAdmin('#/quotes/Q-1001', { [READ]: quote }, { role: 'staff' });
  await screen.findByRole('button', { name: 'Answer' });
  expect(screen.queryByLabelText(/^Also renew/)).toBeNull();
});

test('staff change nothing about an accepted quote', async () => {
  mountAdmin('#/quotes/Q-1001', { [READ]: aQuoteCase({ state: 'accepted' }) }, { role: 'staff' });
  const shown = within((await head()) as HTMLElement).getAllByRole('button', { name: 'Refresh' });
  expect(buttons((await head()) as HTMLElement)).toHaveLength(shown.length);
});

test('a quote shows what was agreed, what was left out, and the question to answer', async () => {
  const [line] = aQuote().lines;
  if (!line) throw new Error('The sample has no line.');
  const agreed = { name: 'Ada B. Marlow', at: AT, without: [1] };
  const messages = [{ id: 1, isFromStudio: false, text: 'How long does it take?', sentAt: AT }];
  const lines = [line, { ...line, name: 'Photos', quantity: 1, amount: '200.00', isOptional: true }];
  const { server, user } = mountAdmin('#/quotes/Q-1001', {
    [READ]: aQuoteCase({ state: 'sent', lines, agreed, messages, isWaiting: true, isFrom: true }),
    [ACT]: saved,
  });
  expect(await screen.findByText(/^from \$/)).toBeTruthy();
  const sent = within(await screen.findByRole('region', { name: 'What was sent' }));
  expect(sent.getByText('Photos').closest('li')?.textContent).toContain('Left out');
  expect(sent.getByText('Total').parentElement?.textContent).toContain('$477.00');
  expect(screen.getByText('Ada B. Marlow')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.keyboard('About a week.');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(server.sent(ACT)).toMatchObject([{ action: 'message', text: 'About a week.' }]));
});

test('an accepted quote shows the sums that were agreed, whatever the tax is today', async () => {
  const before = { ...taxRules, taxes: [{ state: 'MI', name: 'Michigan', percent: 4 }] };
  const agreed = { name: 'Ada', at: AT, without: [] };
  mountAdmin('#/quotes/Q-1001', { [READ]: aQuoteCase({ state: 'accepted', agreed }, before) });
  const sent = within(await screen.findByRole('region', { name: 'What was sent' }));
  expect(sent.getByText('Total').parentElement?.textContent).toContain('$468.00');
});

test('a quote whose first part is paid neither asks for it again nor says how long it is valid', async () => {
  const agreed = { name: 'Ada', at: AT, without: [] };
  const paid = { state: 'accepted', orderNumber: 'ORD-10001', isPaid: true, duePercent: 40, agreed } as const;
  mountAdmin('#/quotes/Q-1001', { [READ]: aQuoteCase(paid) });
  const sent = within(await screen.findByRole('region', { name: 'What was sent' }));
  expect(sent.getByText('First payment, paid').parentElement?.textContent).toContain('$190.80');
  expect(sent.getByText('Final payment').parentElement?.textContent).toContain('$286.20');
  expect(sent.queryByText('Due now')).toBeNull();
  expect((await head())?.textContent).not.toContain('Valid until');
});

test('a quote is withdrawn only after a question, and a check is recorded with its number', async () => {
  const { server, user } = mountAdmin('#/quotes/Q-1001', {
    [READ]: aQuoteCase({ state: 'accepted', agreed: { name: 'Ada', at: AT, without: [] } }),
    [ACT]: saved,
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep it' }));
  expect(server.sent(ACT)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Record a payment' }));
  await user.selectOptions(screen.getByLabelText('How it was paid'), 'Check');
  await user.type(screen.getByLabelText('Reference (optional)'), 'No. 204');
  await user.click(screen.getByRole('button', { name: 'Record $450.00' }));
  await waitFor(() =>
    expect(server.sent(ACT)).toEqual([{ action: 'record', way: 'check', reference: 'No. 204' }]),
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(server.sent(ACT).at(-1)).toEqual({ action: 'withdraw', version: 'v1' }));
});

test('a quote is written with lines of earlier ones, priced as it is typed, and sent', async () => {
  const earlierLines = aQuote().lines;
  const { server, user } = mountAdmin('#/quotes/new', {
    ...EMPTY_LISTS,
    [LIST]: quotesPage([], { earlierLines }),
    [WRITE]: saved,
    [READ]: aQuoteCase(),
  });
  await user.type(await screen.findByLabelText(/^Email/), 'bo@elm.example');
  await user.type(screen.getByLabelText('State'), 'MI');
  await user.type(screen.getByLabelText('ZIP code'), '48104');
  const first = within(screen.getByRole('group', { name: 'Line 1' }));
  await user.type(first.getByLabelText(/^Name/), 'Three more pages');
  expect(first.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('150.00');
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  await user.keyboard('Photos');
  const second = within(screen.getByRole('group', { name: 'Line 2' }));
  await user.type(second.getByLabelText(/^Price/), '$1,000');
  await user.click(second.getByLabelText('Optional'));
  await user.click(screen.getByRole('button', { name: 'Move up line 2' }));
  const total = within(screen.getByRole('region', { name: 'Summary' }));
  expect(total.getByText('Total', { selector: 'dt' }).parentElement?.textContent).toContain('$159.00');
  expect(total.getByText('With all optional lines: $1,219.00')).toBeTruthy();
  const photos = within(screen.getByRole('group', { name: 'Line 1' }));
  await user.click(photos.getByLabelText(/^Suggested/));
  expect(total.getByText('Total', { selector: 'dt' }).parentElement?.textContent).toContain('$1,219.00');
  await user.selectOptions(screen.getByLabelText('Due when accepted'), 'A part');
  expect(total.getByText('Due now').parentElement?.textContent).toContain('$609.50');
  await user.click(screen.getByRole('button', { name: 'Send quote' }));
  await screen.findByRole('heading', { level: 2, name: /Q-1001/ });
  expect(server.sent(WRITE)).toMatchObject([
    {
      email: 'bo@elm.example',
      send: true,
      duePercent: 50,
      validDays: 14,
      lines: [
        { name: 'Photos', amount: '1000', isOptional: true, isSuggested: true },
        { name: 'Three more pages', amount: '150.00', quantity: 1 },
      ],
    },
  ]);
});

test('the question of the server for the state stands at its field, and sending again answers it', async () => {
  const question = 'This ZIP code is in Michigan.';
  const { server, user } = mountAdmin('#/quotes/new', {
    ...EMPTY_LISTS,
    [LIST]: quotesPage([]),
    [WRITE]: refused(400, question, { fields: { state: [question] } }),
    [READ]: aQuoteCase(),
  });
  await user.type(await screen.findByLabelText(/^Email/), 'bo@elm.example');
  await user.type(screen.getByLabelText('ZIP code'), '48104');
  const first = within(screen.getByRole('group', { name: 'Line 1' }));
  await user.type(first.getByLabelText(/^Name/), 'Pages');
  await user.type(first.getByLabelText(/^Price/), '150');
  await user.click(screen.getByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('State')));
  expect(screen.getByLabelText('State').getAttribute('aria-invalid')).toBe('true');
  server.answer({ [WRITE]: saved });
  await user.click(screen.getByRole('button', { name: 'Send quote' }));
  await screen.findByRole('heading', { level: 2, name: /Q-1001/ });
  const asked = server.sent(WRITE).map((sent) => (sent as { askedForState?: true }).askedForState);
  expect(asked).toEqual([undefined, true]);
});

test('the editor names the owner’s states, and has no tax for an exempt customer', async () => {
  const taxes = [
    { state: 'OH', name: 'Ohio', percent: 7.25 },
    { state: 'MI', name: 'Michigan', percent: 6 },
  ];
  const rulesFor = (exempt?: string) =>
    quotesPage([], { taxRules: { taxes, taxesRecurring: false, ...(exempt && { exempt }) } });
  const { server, user } = mountAdmin('#/quotes/new', {
    ...EMPTY_LISTS,
    [LIST]: ({ query }) => rulesFor(query['email'] === 'exempt@elm.example' ? 'OH-1' : ''),
  });
  await user.type(await screen.findByLabelText('State'), 'Ohio');
  expect(
    screen.getByText('Sales tax is added for an address in Ohio or Michigan with a ZIP code.'),
  ).toBeTruthy();
  await user.type(screen.getByLabelText('ZIP code'), '43004');
  await user.type(within(screen.getByRole('group', { name: 'Line 1' })).getByLabelText(/^Price/), '100');
  const total = within(screen.getByRole('region', { name: 'Summary' }));
  const sum = () => total.getByText('Total', { selector: 'dt' }).parentElement?.textContent;
  expect(sum()).toContain('$107.25');
  await user.type(screen.getByLabelText(/^Email/), 'exempt@elm.example');
  await screen.findByText('This customer is exempt from sales tax.');
  expect(sum()).toContain('$100.00');
  expect(server.asked(LIST)).toContainEqual({ email: 'exempt@elm.example', limit: '1' });
});

test('above their limit, which stands beside the sum, staff ask an owner to send the quote', async () => {
  const asked = aQuoteCase({ state: 'draft', hasDraft: true, needsOwner: true, asksOwner: true });
  const { server, user } = mountAdmin(
    '#/quotes/new',
    {
      ...EMPTY_LISTS,
      [LIST]: quotesPage([], { limitCents: 100_000 }),
      [WRITE]: { ...done, quote: { number: 'Q-1001', state: 'draft', total: '1000.01' } },
      [READ]: asked,
    },
    { role: 'staff' },
  );
  await user.type(await screen.findByLabelText(/^Email/), 'ada@marlow.example');
  expect(screen.getByText(/You can send quotes of up to \$1,000.00, counting every line/)).toBeTruthy();
  const line = within(screen.getByRole('group', { name: 'Line 1' }));
  await user.type(line.getByLabelText(/^Name/), 'Everything');
  await user.type(line.getByLabelText(/^Price/), '1000.00');
  expect(screen.getByRole('button', { name: 'Send quote' })).toBeTruthy();
  await user.clear(line.getByLabelText(/^Price/));
  await user.type(line.getByLabelText(/^Price/), '1000.01');
  await user.click(screen.getByRole('button', { name: 'Ask an owner to send it' }));
  expect(server.sent(WRITE)).toMatchObject([{ send: false, asksOwner: true }]);
  expect(await screen.findByText('Waiting for an owner to send it.')).toBeTruthy();
});

test('a draft above the limit is handed to an owner on its page', async () => {
  const { server, user } = mountAdmin(
    '#/quotes/Q-1001',
    { [READ]: aQuoteCase({ state: 'draft', hasDraft: true, needsOwner: true }), [ACT]: NO_RESPONSE },
    { role: 'staff' },
  );
  await user.click(await screen.findByRole('button', { name: 'Ask an owner to send it' }));
  expect(server.sent(ACT)).toEqual([{ action: 'ask', version: 'v1' }]);
  expect(screen.queryByRole('button', { name: 'Send quote' })).toBeNull();
});

test('to an accountant, what a quote waits for is a fact and no order', async () => {
  const quotes = [
    aQuote({ number: 'Q-1003', state: 'draft', hasDraft: true, isWaiting: true }),
    aQuote({ number: 'Q-1002', isWaiting: true }),
  ];
  mountAdmin('#/quotes', { [LIST]: quotesPage(quotes) }, { role: 'accountant' });
  const waits = await screen.findAllByText('The studio');
  expect(waits.map((one) => one.dataset['ours'])).toEqual([undefined, undefined]);
  expect(screen.queryByText(/Send it|Answer the question/)).toBeNull();
});

test('beyond one page, older quotes are on the next', async () => {
  const newest = quotesPage([aQuote({ number: 'Q-1101' })], { total: 101, nextCursor: '2' });
  const { server, user } = mountAdmin('#/quotes', {
    [LIST]: ({ query }) => (query['cursor'] ? quotesPage([aQuote()], { total: 101 }) : newest),
  });
  await rowOf('Q-1101');
  expect(screen.getByText('newest 1 of 101 quotes')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await rowOf('Q-1001');
  expect(server.asked(LIST).at(-1)).toEqual({ cursor: '2' });
});

test('after a lost answer, the same quote is sent again, also from a new window', async () => {
  const answers = { ...EMPTY_LISTS, [WRITE]: NO_RESPONSE, [READ]: aQuoteCase() };
  const before = mountAdmin('#/quotes/new', answers);
  await before.user.type(await screen.findByLabelText(/^Email/), 'bo@elm.example');
  await before.user.type(screen.getByLabelText(/^Name/), 'Photos');
  await before.user.type(screen.getByLabelText(/^Price/), '200');
  await before.user.click(screen.getByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(before.server.sent(WRITE)).toHaveLength(1));
  cleanup();
  const { server, user } = mountAdmin('#/quotes/new', { ...answers, [WRITE]: saved });
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  await screen.findByRole('heading', { level: 2, name: /Q-1001/ });
  expect(server.sent(WRITE)).toEqual(before.server.sent(WRITE));
  expect(server.sent(WRITE)).toMatchObject([{ key: expect.stringMatching(/^[\da-f-]{36}$/) }]);
});

test('what is wrong is said at its field, by the page and by the server, and nothing typed is lost', async () => {
  const answers = {
    ...EMPTY_LISTS,
    [WRITE]: refused(400, 'Please check the lines', {
      fields: { 'lines.0.amount': ['Too much for one line'] },
    }),
  };
  const { server, user } = mountAdmin('#/quotes/new', answers);
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  expect(screen.getByText('Please name this line')).toBeTruthy();
  expect(screen.getByText('Please enter a valid email')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Email/)));
  expect(server.sent(WRITE)).toEqual([]);
  await user.type(screen.getByLabelText(/^Email/), 'bo@elm.example');
  await user.type(screen.getByLabelText(/^Name/), 'Photos');
  await user.type(screen.getByLabelText(/^Price/), '200');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() =>
    expect(screen.getByLabelText(/^Price/).closest('.field')?.textContent).toContain('Too much for one line'),
  );
  cleanup();
  mountAdmin('#/quotes/new', answers);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe('Photos');
});

test('the next version of a quote starts with the terms of the last, and is saved as a draft', async () => {
  const { server, user } = mountAdmin('#/quotes/Q-1001', {
    [LIST]: quotesPage([]),
    [READ]: aQuoteCase(),
    [ACT]: saved,
  });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const quantity = await screen.findByLabelText<HTMLInputElement>('Quantity');
  expect(quantity.value).toBe('3');
  await user.clear(quantity);
  await user.type(quantity, '2');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('region', { name: 'What was sent' })).toBeTruthy();
  expect(server.sent(ACT)).toMatchObject([
    { action: 'save', version: 'v1', send: false, state: 'MI', lines: [{ quantity: 2, amount: '150.00' }] },
  ]);
});

test('a customer is found by name, and what is known of them is filled in', async () => {
  const order = {
    ...ORDER,
    phone: '(555) 010-4477',
    address: { country: 'US', state: 'MI', postalCode: '48104', address: '12 Canal Street' },
  };
  const customer = {
    id: 7,
    name: 'Marlow Bicycles',
    people: [{ email: 'ada@marlow-bicycles.example', name: 'Ada Marlow' }],
  };
  const { server, user } = mountAdmin('#/quotes/new', {
    ...EMPTY_LISTS,
    'GET /api/json/customers': { customers: [customer] },
    'GET /api/json/customers/:id': { ...customer, orderList: [anOrder()] },
    [CASE]: aCase({ order }),
    [WRITE]: refused(503, 'Later.'),
  });
  await user.type(await screen.findByLabelText('For whom?'), 'marlow');
  const found = within(await screen.findByRole('list', { name: 'Customers found' }));
  expect(server.asked('GET /api/json/customers').at(-1)).toEqual({ q: 'marlow', limit: '5' });
  await user.click(found.getByRole('button', { name: /^Marlow Bicycles/ }));
  const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  await waitFor(() => expect(value(/^Email/)).toBe('ada@marlow-bicycles.example'));
  expect(['First name', 'Business name', 'Phone', 'Street address', 'ZIP code'].map(value)).toEqual([
    'Ada',
    'Marlow Bicycles',
    '(555) 010-4477',
    '12 Canal Street',
    '48104',
  ]);
  expect(screen.queryByRole('list', { name: 'Customers found' })).toBeNull();
  await user.type(screen.getByLabelText(/^Price/), '100');
  expect(document.querySelector('.quote-total')?.textContent).toBe('Total $106.00');
  // It adds to the last order of this customer, unless the owner says no or enters another address.
  const place = screen.getByLabelText('Where it belongs');
  expect(textsOf(within(place), 'option')).toEqual(['With ORD-10001', 'On a page of its own']);
  await user.type(screen.getByLabelText(/^Name/), 'Logo');
  const written = async () => {
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await screen.findByText(/Couldn’t save the quote/);
    return server.sent(WRITE).at(-1);
  };
  expect(await written()).toMatchObject({ orderNumber: 'ORD-10001' });
  await user.selectOptions(place, 'On a page of its own');
  expect(await written()).toMatchObject({ orderNumber: undefined });
  await user.type(screen.getByLabelText(/^Email/), 'x');
  expect(screen.queryByLabelText('Where it belongs')).toBeNull();
});

test('a quote about an order starts with its customer', async () => {
  const order = { ...ORDER, address: { country: 'US', state: 'MI', postalCode: '48104' } };
  mountAdmin('#/quotes/new?order=ord-10001', { [LIST]: quotesPage([]), [CASE]: aCase({ order }) });
  expect((await screen.findByLabelText<HTMLInputElement>(/^Email/)).value).toBe(
    'ada@marlow-bicycles.example',
  );
  expect(screen.getByLabelText<HTMLInputElement>('ZIP code').value).toBe('48104');
});

test('a payment is asked for with the tax of the order’s address, and a request is paid by transfer', async () => {
  const sums = { amountCents: 10_600, taxCents: 600 };
  const request = aRequest({ state: 'open', reason: 'Logo', ...sums, sentAt: AT, reminds: true });
  const order = { ...ORDER, taxPercent: 6 };
  const { server, user } = mountAdmin('#/case/ORD-10001', {
    [CASE]: aCase({ order, paymentRequests: [request], quotes: [aQuote()] }),
    [ASK]: done,
    [ACT_ON_REQUEST]: done,
  });
  const card = within(await screen.findByRole('region', { name: 'Payment requests' }));
  expect(card.getByText('Waiting for payment').parentElement?.textContent).toContain('with $6.00 sales tax');
  await user.click(card.getByRole('button', { name: 'Stop reminders Logo' }));
  await waitFor(() => expect(server.sent(ACT_ON_REQUEST)).toEqual([{ action: 'stop-reminders' }]));
  await user.click(card.getByRole('button', { name: 'Record a payment Logo' }));
  await user.selectOptions(card.getByLabelText('How it was paid'), 'Bank transfer');
  await user.click(card.getByRole('button', { name: 'Record $106.00' }));
  await waitFor(() =>
    expect(server.sent(ACT_ON_REQUEST).at(-1)).toEqual({ action: 'record', way: 'transfer', reference: '' }),
  );
  await user.click(screen.getByRole('button', { name: 'Ask for a payment' }));
  await user.type(card.getByLabelText(/^Amount/), '200.50');
  expect(card.getByText('With $12.03 sales tax, the customer pays $212.53.')).toBeTruthy();
  await user.type(card.getByLabelText('What is it for?'), 'A photo day');
  await user.type(card.getByLabelText(/^Due in business days/), '5');
  await user.click(card.getByRole('button', { name: 'Ask for $212.53' }));
  await waitFor(() =>
    expect(server.sent(ASK)).toEqual([
      { amount: '200.50', reason: 'A photo day', dueDays: '5', key: expect.any(String) },
    ]),
  );
  expect(screen.getByRole('link', { name: 'Q-1001' }).getAttribute('href')).toMatch(/#\/quotes\/Q-1001$/);
  expect(screen.getByRole('link', { name: 'Write a quote' }).getAttribute('href')).toMatch(
    /#\/quotes\/new\?order=ORD-10001$/,
  );
});
