import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { screen, type ByRoleOptions } from '@testing-library/react';
import type { PageResponse } from '../../contracts/lists.ts';
import { ListedQuote, QuotesResponse } from '../../contracts/quotes.ts';
import { ListedOrder, OrdersResponse } from '../../contracts/orders.ts';
import type { OnHoldSubmission, VoiceSubmission, WebsiteSubmission } from '../../contracts/submissions.ts';
import { AT, whole, type Partly } from '../../contracts/test/whole.ts';

/** A paid order for the voice agent. Pass only what matters for the test. */
export const anOrder = (changes: Partly<ListedOrder> = {}): ListedOrder =>
  whole(ListedOrder, {
    id: Number(changes.orderNumber?.slice(4) ?? 10_001),
    orderNumber: 'ORD-10001',
    createdAt: '2026-11-20T10:00:00.000Z',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    serviceTypes: ['voice'],
    initialPayment: '0.00',
    recurringPayment: '0.00',
    discount: '0.00',
    tax: '0.00',
    paymentMode: 'live',
    ...changes,
  });

const page = (length: number, changes: Partial<PageResponse>) => ({
  total: length,
  isTotalExact: true,
  nextCursor: null,
  ...changes,
});

export const ordersPage = (orders: ListedOrder[], changes: Partial<PageResponse> = {}): OrdersResponse =>
  whole(OrdersResponse, { ...page(orders.length, changes), orders });

export const formsPage = <Form extends WebsiteSubmission | VoiceSubmission | OnHoldSubmission>(
  submissions: Form[],
  changes: Partial<PageResponse> = {},
) => ({ ...page(submissions.length, changes), submissions });

export const aQuote = (changes: Partly<ListedQuote> = {}): ListedQuote =>
  whole(ListedQuote, {
    number: 'Q-1001',
    state: 'sent',
    version: 1,
    lines: [{ name: 'Three more pages', quantity: 3, amount: '150.00' }],
    discount: '0.00',
    duePercent: 100,
    total: '450.00',
    dueNow: '450.00',
    validUntil: '2026-12-05T10:00:00.000Z',
    sentAt: AT,
    firstName: 'Ada',
    lastName: 'Marlow',
    businessName: 'Marlow Bicycles',
    email: 'ada@marlow-bicycles.example',
    recurring: '0.00',
    ...changes,
  });

export const quotesPage = (quotes: ListedQuote[], changes: Partly<QuotesResponse> = {}): QuotesResponse =>
  whole(QuotesResponse, {
    ...page(quotes.length, {}),
    quotes,
    taxRules: { taxes: DEFAULT_CATALOG.taxes },
    timeZone: 'America/New_York',
    ...changes,
  });

/** Every list, with nothing in it. */
export const EMPTY_LISTS = {
  'GET /api/json/orders': page(0, {}),
  'GET /api/json/order-views': {},
  'GET /api/json/form-submissions': page(0, {}),
  'GET /api/json/voice-agent-submissions': page(0, {}),
  'GET /api/json/on-hold-submissions': page(0, {}),
  'GET /api/json/quotes': quotesPage([]),
  'GET /api/json/recurring': page(0, {}),
  'GET /api/json/customers': page(0, {}),
};

/** The row of an order number in the open list. */
export async function rowOf(orderNumber: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name: orderNumber })).closest('tr');
  if (!row) throw new Error(`${orderNumber} is not in a row.`);
  return row;
}

/** The texts of what has this role in a part of the page, from top to bottom. */
export const textsOf = (box: Pick<typeof screen, 'queryAllByRole'>, role: string, options?: ByRoleOptions) =>
  box.queryAllByRole(role, options).map(({ textContent }) => textContent);
