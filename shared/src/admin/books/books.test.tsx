import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BooksResponse } from '../../contracts/books.ts';
import type { Partly } from '../../contracts/test/whole.ts';
import { mountAdmin } from '../test/mount-admin.tsx';
import { overviewAnswers } from '../test/overview.ts';
import { monthAfter, spanOf } from './sales-tax.tsx';

const LIST = 'GET /api/json/invoices';
const sums = {
  invoices: 1,
  creditNotes: 1,
  invoicedCents: 15_794,
  creditedCents: 5_300,
  netCents: 9_900,
  taxCents: 594,
};
const invoice = {
  number: 'INV-1001',
  day: '2026-11-24',
  orderNumber: 'ORD-10001',
  customer: 'Marlow Bicycles',
  state: 'MI',
  netCents: 14_900,
  taxCents: 894,
  totalCents: 15_794,
  paidBy: 'PayPal',
  person: 'Ada Marlow',
  url: '/x',
};
const books = (changes: Partly<BooksResponse> = {}): Partly<BooksResponse> => ({
  month: '2026-11',
  firstMonth: '2026-09',
  lastMonth: '2026-11',
  sums,
  byState: [{ state: 'MI', ...sums }],
  owedCents: 90_388,
  invoices: [
    invoice,
    { ...invoice, number: 'CN-1002', kind: 'credit-note', isVoid: true, totalCents: -5_300 },
  ],
  ...changes,
});

test('a month has its sums, its documents, and its tax by state; the quarter is asked for', async () => {
  const { user, server } = mountAdmin('#/books', { [LIST]: books() });
  await screen.findByRole('heading', { name: 'November 2026' });
  expect(screen.getByText('$157.94', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByText('Still owed').parentElement?.textContent).toContain('$903.88 Today, by whom');
  expect(screen.getByRole('row', { name: /CN-1002/ }).textContent).toContain('Credit note · void');
  expect(screen.getByRole('table', { name: 'Invoices and credit notes' }).textContent).toContain('PayPal');
  await user.selectOptions(screen.getByLabelText('Period'), 'Quarter');
  await vi.waitUntil(() => server.asked(LIST).at(-1)?.['through']);
  expect(server.asked(LIST).at(-1)).toEqual({ month: '2026-10', through: '2026-12' });
});

test('earlier and later months are opened until the first and the last one', async () => {
  const { user, server } = mountAdmin('#/books', { [LIST]: books() });
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Later' })).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Earlier' }));
  expect(server.asked(LIST).at(-1)).toEqual({ month: '2026-10' });
});

const picked = () =>
  ['Month', 'Year'].map((name) => {
    const { selectedOptions } = screen.getByRole<HTMLSelectElement>('combobox', { name });
    return selectedOptions[0]?.textContent;
  });

test('a month and a year are chosen, in any browser, and only those with documents', async () => {
  const { user, server } = mountAdmin('#/books?month=2026-02', {
    [LIST]: books({ month: '2026-02', firstMonth: '2025-09' }),
  });
  await screen.findByRole('heading', { name: 'February 2026' });
  expect(picked()).toEqual(['February', '2026']);
  const [month, year] = ['Month', 'Year'].map((name) =>
    screen.getByRole<HTMLSelectElement>('combobox', { name }),
  );
  expect([...(year?.options ?? [])].map(({ value }) => value)).toEqual(['2025', '2026']);
  expect([...(month?.options ?? [])].filter(({ disabled }) => disabled).map(({ value }) => value)).toEqual([
    '12',
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'October');
  expect(location.hash).toBe('#/books?month=2026-10');
  expect(server.asked(LIST).at(-1)).toEqual({ month: '2026-10' });
  // February 2025 has nothing yet.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2025');
  expect(location.hash).toBe('#/books?month=2025-09');
});

test('books without a document show the month of today', async () => {
  mountAdmin('#/books', { [LIST]: books({ firstMonth: null, lastMonth: null }) });
  await screen.findByRole('heading', { name: 'November 2026' });
  expect(picked()).toEqual(['November', '2026']);
});

test.each(['2026-1', '2026-13', '2026-00', 'October', '1999-05', '2', '%C3%A9', '2026-10-01'])(
  'an address with the month %s shows the newest one',
  async (month) => {
    const { server } = mountAdmin(`#/books?month=${month}`, { [LIST]: books() });
    await screen.findByRole('heading', { name: 'November 2026' });
    expect(server.asked(LIST)).toEqual([{}]);
  },
);
test('figures, tax, and files are of the same span, which moves by its length', async () => {
  const quarter = books({ month: '2026-07', through: '2026-09', firstMonth: '2026-02' });
  const ready = { 'POST /api/admin/security/ready': {} };
  const { user, server, downloads } = mountAdmin('#/books?month=2026-07&through=2026-09', {
    [LIST]: quarter,
    ...ready,
  });
  await screen.findByRole('heading', { name: 'July 2026 to September 2026' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Period' }).value).toBe('3');
  await user.click(await screen.findByRole('button', { name: 'Xero' }));
  expect(downloads).toEqual(['/api/json/invoices.csv?month=2026-07&through=2026-09&format=xero']);
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(server.asked(LIST).at(-1)).toEqual({ month: '2026-10', through: '2026-12' });
});

test('what is still owed is listed with who owes it, by its age', async () => {
  const one = {
    number: 'ORD-10001',
    customer: 'Ada Marlow',
    reason: 'Photos',
    askedAt: null,
    since: new Date(Date.now() - 45 * 24 * 60 * 60_000).toISOString(),
    cents: 60_000,
    laterCents: 30_388,
  };
  const { user } = mountAdmin('#/books', { [LIST]: books(), 'GET /api/json/owed': { owed: [one] } });
  await user.click(await screen.findByRole('link', { name: 'Today, by whom' }));
  const row = await screen.findByRole('row', { name: /ORD-10001/ });
  expect(row.textContent).toContain('Ada Marlow Photos');
  expect(row.textContent).toContain('$903.88 $303.88 of it later');
  expect(screen.getByText('31 to 60 days').nextSibling?.textContent).toBe('$903.88 1');
  expect(screen.getByText('Up to 30 days').nextSibling?.textContent).toBe('$0.00 0');
});

test('all pages are printed, also with the browser’s keys', async () => {
  const printed: number[] = [];
  vi.stubGlobal('print', () => printed.push(document.querySelectorAll('.books-list tbody tr').length));
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = (name: string, nextCursor: string | null) =>
    books({ nextCursor, invoices: [{ ...invoice, number: name }] });
  const { user, server } = mountAdmin('#/books', { [LIST]: page('INV-1', '1') });
  await screen.findByText('Page 1, more follow');
  server.answer({
    [LIST]: ({ query }: { query: { cursor?: string } }) =>
      query.cursor ? page('INV-2', null) : page('INV-1', '1'),
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await vi.waitUntil(() => printed.length === 1);
  await user.keyboard('{Control>}p{/Control}');
  await vi.waitUntil(() => printed.length === 2);
  expect(printed).toEqual([2, 2]);
  expect(screen.queryByRole('link', { name: 'INV-2' })).toBeNull();
});

test('a search is of all months, without the sums of one', async () => {
  const { user, server } = mountAdmin('#/books?month=2026-10', { [LIST]: books() });
  const field = await screen.findByRole('searchbox', { name: 'Search all months' });
  await screen.findByText('Still owed');
  const found = { count: 13, totalCents: 169_662 };
  server.answer({ [LIST]: books({ found }) });
  await user.type(field, 'marlow');
  await screen.findByText('13 documents in all months, $1,696.62');
  expect(screen.getByRole('row', { name: /INV-1001/ }).textContent).toContain('Marlow Bicycles Ada Marlow');
  expect(screen.queryByRole('group', { name: 'Month' })).toBeNull();
  await user.clear(field);
  await screen.findByText('Still owed');
  server.answer({ [LIST]: books({ invoices: [], found: { count: 0, totalCents: 0 } }) });
  await user.type(field, 'bicycle');
  await screen.findByText('Nothing found for “bicycle” in any month.');
  expect(server.asked(LIST).at(-1)).toEqual({ month: '2026-10', q: 'bicycle' });
  expect(screen.queryByText('Still owed')).toBeNull();
  await user.clear(field);
  await screen.findByText('Still owed');
  expect(location.hash).toBe('#/books?month=2026-10');
});

test('accountants download the month; staff only look', async () => {
  const ready = { 'POST /api/admin/security/ready': {} };
  const { user, downloads } = mountAdmin('#/books', { [LIST]: books(), ...ready }, { role: 'accountant' });
  await user.click(await screen.findByRole('button', { name: 'Xero' }));
  await user.click(screen.getByRole('button', { name: 'PDFs (ZIP)' }));
  expect(downloads).toEqual([
    '/api/json/invoices.csv?month=2026-11&format=xero',
    '/api/json/invoices.zip?month=2026-11',
  ]);
});

test('a month with more than an import takes is offered as several files; credit notes say where they go', async () => {
  const many = books({ sums: { ...sums, invoices: 230, creditNotes: 100 } });
  const ready = { 'POST /api/admin/security/ready': {} };
  const { user, downloads } = mountAdmin('#/books', { [LIST]: many, ...ready });
  await user.click(await screen.findByRole('button', { name: 'QuickBooks invoices, 3 of 3' }));
  await user.click(screen.getByRole('button', { name: 'QuickBooks credit notes' }));
  await user.click(screen.getByRole('button', { name: 'Xero' }));
  expect(downloads).toEqual([
    '/api/json/invoices.csv?month=2026-11&format=quickbooks&part=3',
    '/api/json/invoices.csv?month=2026-11&format=quickbooks-credits',
    '/api/json/invoices.csv?month=2026-11&format=xero',
  ]);
  expect(screen.getByText(/refunds would become sales/)).toBeTruthy();
});

test('staff who may see the revenue see no downloads', async () => {
  mountAdmin('#/books', { [LIST]: books() }, { role: 'staff', staffSeesRevenue: true });
  await screen.findByRole('heading', { name: 'November 2026' });
  expect(screen.queryByRole('button', { name: 'Xero' })).toBeNull();
});

test('other staff read at once that the books are not for them, and where to go', async () => {
  const { server } = mountAdmin('#/books', {}, { role: 'staff' });
  await screen.findByText(/An owner can let staff see it/);
  expect(screen.getByRole('link', { name: 'Go to the orders' }).getAttribute('href')).toMatch(/#\/orders$/);
  expect(server.asked(LIST)).toEqual([]);
});

test('months are counted across years, and quarters begin in January, April, July, and October', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
  expect(spanOf('2026-12', 3)).toEqual({ month: '2026-10', through: '2026-12' });
  expect(spanOf('2026-01', 3)).toEqual({ month: '2026-01', through: '2026-03' });
  expect(spanOf('2026-05', 12)).toEqual({ month: '2026-01', through: '2026-12' });
});

test('an accountant sees the books first, and the overview when they open it', async () => {
  const { user } = mountAdmin('#/', { ...overviewAnswers(), [LIST]: books() }, { role: 'accountant' });
  await screen.findByRole('heading', { name: 'November 2026' });
  await user.click(screen.getByRole('link', { name: 'Overview' }));
  await screen.findByRole('heading', { name: 'Overview' });
});

test.each([
  [0, '0 invoices', '0 credit notes'],
  [1, '1 invoice', '1 credit note'],
  [2_000, '2,000 invoices', '2,000 credit notes'],
])('%s documents are counted in words', async (count, invoices, creditNotes) => {
  const counted = { ...sums, invoices: count, creditNotes: count };
  mountAdmin('#/books', { [LIST]: books({ sums: counted }) });
  expect(await screen.findByText(invoices)).toBeTruthy();
  expect(screen.getByText(creditNotes)).toBeTruthy();
});
