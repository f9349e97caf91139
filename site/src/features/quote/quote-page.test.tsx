import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { priceQuote } from '@northlight/shared/catalog/quote.ts';
import { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { AT, whole, type Partly } from '@northlight/shared/contracts/test/whole.ts';
import { refused } from '@northlight/shared/contracts/test/fake-server.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../lib/test/fake-fetch.ts';
import { QuoteLines } from './quote-lines.tsx';
import { QuotePage } from './quote-page.tsx';

const BUSINESS = {
  businessName: 'Northlight Studio',
  businessEmail: 'hello@northlight.example',
  businessPhone: '(555) 010-2000',
};
const READ = 'GET /api/quote';
const ACCEPT = 'POST /api/quote/accept';
const MICHIGAN = { country: 'US', state: 'MI', postalCode: '48104' };
const line = { description: '', quantity: 1, period: null, service: 'website' } as const;
const LINES = [
  { ...line, name: 'Shop', amountCents: 40_000, isOptional: false },
  { ...line, name: 'Photos', amountCents: 20_000, isOptional: true },
];
const taxRules = { taxes: DEFAULT_CATALOG.taxes, taxesRecurring: false };
const priceOf = (percent: number, without: number[] = []) =>
  priceQuote(
    { ...taxRules, taxes: [{ state: 'MI', name: 'Michigan', percent }] },
    { lines: LINES, discountCents: 0, duePercent: 100 },
    MICHIGAN,
    without,
  );

const aQuote = (changes: Partly<QuoteResponse> = {}): QuoteResponse =>
  whole(QuoteResponse, {
    number: 'Q-1001',
    state: 'sent',
    version: 2,
    lines: LINES.map(({ amountCents, ...rest }) => ({ ...rest, amount: `${amountCents / 100}.00` })),
    discount: '0.00',
    duePercent: 100,
    total: '424.00',
    dueNow: '424.00',
    validUntil: '2026-12-05T10:00:00.437Z',
    address: MICHIGAN,
    price: priceOf(6),
    taxRules,
    timeZone: 'America/New_York',
    ...changes,
  });

function mount(quote: QuoteResponse, answer: QuoteResponse | ReturnType<typeof refused> = quote) {
  const page = openPage('/quote?quote=Q-1001&key=a-key', { [READ]: quote, [ACCEPT]: answer });
  render(<QuotePage {...BUSINESS} />);
  return page;
}
/** Of paper, and only of an offer that is open. */
const SIGNATURE = 'Accepted: name and signature';
const totals = async () =>
  (await screen.findByText('Total', { selector: 'dt' })).closest('dl')?.textContent ?? '';

test('an accepted quote shows the price that was agreed, whatever the tax rules are now', async () => {
  const agreed = { name: 'Ada Marlow', at: AT, without: [1] };
  mount(aQuote({ state: 'accepted', agreed, price: priceOf(4, [1]) }));
  expect(await totals()).toMatch(/Sales tax \(4%\)\$16\.00Total\$416\.00/);
  expect(screen.getByText('Photos').closest('li')?.textContent).toContain('left out');
  expect(screen.queryByText(SIGNATURE)).toBeNull();
});

const deposit = priceQuote(
  { ...taxRules, taxes: [] },
  { lines: LINES, discountCents: 0, duePercent: 40 },
  MICHIGAN,
);
const FIRST = { at: AT, amountCents: 16_000 };
const REST = { at: '2026-12-01T10:00:00.000Z', amountCents: 24_000 };
const DUE = { checkoutId: crypto.randomUUID(), reason: 'Quote Q-1001', price: deposit.now };

test.each([
  [{ payment: DUE }, 'Due now$160.00To come$240.00'],
  [{ payments: [FIRST] }, 'Paid on November 21 at 5:00 AM$160.00To come$240.00'],
  [{ payments: [FIRST, REST] }, 'Paid on November 21 at 5:00 AM$160.00Paid on December 1 at 5:00 AM$240.00'],
])('an accepted quote says what was paid, what is due, and what is to come: %o', async (paid, words) => {
  const agreed = { name: 'Ada Marlow', at: AT, without: [1] };
  render(<QuoteLines quote={aQuote({ state: 'accepted', price: deposit, agreed, ...paid })} />);
  expect(await totals()).toBe(`Total$400.00${words}`);
});

test('what is offered stands before the words about a demo', async () => {
  mount(aQuote({ isDemo: true }));
  const accept = await screen.findByRole('button', { name: /^Accept/ });
  const order = accept.compareDocumentPosition(screen.getByText('Demo quote.'));
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('the total follows the lines and the address, and is what is accepted', async () => {
  const { server, user } = mount(aQuote());
  expect(await totals()).toContain('Total$424.00');
  expect(screen.getByText(SIGNATURE)).toBeTruthy();
  const photos = screen.getByRole<HTMLInputElement>('checkbox', { name: /Photos/ });
  // Nobody pays for what they did not choose.
  expect(photos.checked).toBe(false);
  await user.click(photos);
  expect(await totals()).toContain('Total$636.00');
  await user.click(photos);
  expect(await totals()).toContain('Total$424.00');
  await user.clear(screen.getByLabelText('ZIP code'));
  expect(await totals()).toContain('Total$400.00');
  await user.type(screen.getByLabelText('Your full name'), 'Ada Marlow');
  await user.click(screen.getByRole('button', { name: 'Accept and pay $400.00' }));
  await waitFor(() =>
    expect(server.sent(ACCEPT)).toMatchObject([{ total: '400.00', version: 2, without: [1] }]),
  );
});

test('a shop without taxes asks for no address, and accepts with the one it has', async () => {
  const { server, user } = mount(aQuote({ taxRules: { ...taxRules, taxes: [] } }));
  await user.type(await screen.findByLabelText('Your full name'), 'Ada Marlow');
  expect(screen.queryByText(/decide the sales tax/)).toBeNull();
  expect(screen.queryByText('Billing address')).toBeNull();
  expect(screen.queryByLabelText('ZIP code')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Accept and pay $400.00' }));
  await waitFor(() => expect(server.sent(ACCEPT)).toMatchObject([{ total: '400.00' }]));
  // The one that the studio wrote counts, also one that it couldn't write today.
  expect(server.sent(ACCEPT)[0]).not.toHaveProperty('address');
});

test('a state is recognized as it is written, and asked for once where the ZIP code has sales tax', async () => {
  const { server, user } = mount(aQuote());
  await user.type(await screen.findByLabelText('Your full name'), 'Ada Marlow');
  const state = screen.getByLabelText('State');
  await user.clear(state);
  await user.type(state, 'Mich.');
  expect(await totals()).toContain('Total$424.00');
  await user.clear(state);
  await user.type(state, 'Michgan');
  await user.click(screen.getByRole('button', { name: 'Accept and pay $400.00' }));
  expect((await screen.findByText(/^Please enter a US state/)).id).toBe('quote-state-error');
  expect(document.activeElement).toBe(state);
  await user.clear(state);
  expect(screen.queryByText(/^Please enter a US state/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Accept and pay $400.00' }));
  await screen.findByText(/^This ZIP code is in Michigan, where sales tax is collected/);
  expect(server.sent(ACCEPT)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Accept and pay $400.00' }));
  await waitFor(() => expect(server.sent(ACCEPT)).toMatchObject([{ total: '400.00', askedForState: true }]));
});

test('a shop with taxes says what decides them, unless the customer pays none', async () => {
  mount(aQuote());
  expect(await screen.findByText('Your state and ZIP code decide the sales tax.')).toBeTruthy();
});

test('a suggested line is chosen until the customer leaves it out', async () => {
  const lines = aQuote().lines.map((one) => ({ ...one, isSuggested: one.isOptional }));
  const { user } = mount(aQuote({ lines }));
  expect(await totals()).toContain('Total$636.00');
  await user.click(screen.getByRole('checkbox', { name: /Photos/ }));
  expect(await totals()).toContain('Total$424.00');
});

test('an expired quote is asked for again with one press, once', async () => {
  const SEND = 'POST /api/quote/messages';
  const { user, server } = mount(aQuote({ state: 'expired' }));
  server.answer({ [SEND]: {} });
  const notice = within(
    (await screen.findByText('This quote has expired.')).closest('.notice') as HTMLElement,
  );
  const text = 'Please renew this quote.';
  server.answer({ [READ]: aQuote({ state: 'expired', messages: [{ text }] }) });
  await user.click(notice.getByRole('button', { name: 'Ask to renew' }));
  expect(await notice.findByText('We have your message and will answer it.')).toBeTruthy();
  expect(server.sent(SEND)).toMatchObject([{ text }]);
  expect(notice.queryByRole('button')).toBeNull();
});

test('what the server refuses is said beside the button', async () => {
  const message = 'Please choose at least one line, or decline the quote.';
  const { user } = mount(aQuote(), refused(400, message));
  await user.type(await screen.findByLabelText('Your full name'), 'Ada Marlow');
  const button = screen.getByRole('button', { name: /^Accept/ });
  await user.click(button);
  const form = within(button.closest('form') ?? document.body);
  expect((await form.findByRole('alert')).textContent).toBe(message);
});

test.each(['/quote?quote=Q-1001&key=wrong', '/quote?quote=Q-1001'])(
  'at %s, which is no valid link, a link is asked for by email, or somebody called',
  async (path) => {
    const ASK = 'POST /api/orders-link';
    const { server, user } = openPage(path, {
      [READ]: refused(404, 'This link isn’t valid.'),
      [ASK]: { success: true, message: 'If we know this address, the link is on its way.' },
    });
    render(<QuotePage {...BUSINESS} />);
    await user.type(await screen.findByLabelText('Email'), 'ada@marlow.example');
    await user.click(screen.getByRole('button', { name: 'Email me the link' }));
    expect(await screen.findByText(/the link is on its way/)).toBeTruthy();
    expect(server.sent(ASK)).toEqual([{ email: 'ada@marlow.example' }]);
    expect(screen.getByRole('link', { name: '(555) 010-2000' }).getAttribute('href')).toBe('tel:5550102000');
  },
);
