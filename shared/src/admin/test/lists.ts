import { DEFAULT_CATALOG } from '../../catalog/default-catalog.ts';
import { screen } from '@testing-library/react';
import type { Answers } from '../../contracts/test/fake-server.ts';
import type { PageResponse } from '../../contracts/lists.ts';
import type { ListedQuote, QuotesResponse } from '../../contracts/quotes.ts';
import type { ListedOrder } from '../../contracts/orders.ts';
import type { OnHoldSubmission, VoiceSubmission, WebsiteSubmission } from '../../contracts/submissions.ts';

/** A paid order for the voice agent. Pass only what matters for the test. */
export const anOrder = (changes: Partial<ListedOrder> = {}): ListedOrder => ({
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
  promoCode: null,
  discount: '0.00',
  tax: '0.00',
  isYearly: false,
  paymentStatus: 'completed',
  refundedCents: 0,
  owedCents: 0,
  isUnanswered: false,
  seoOptimization: false,
  blogSetup: false,
  extraRevisions: false,
  paymentMode: 'live',
  reviewReason: null,
  missingForms: [],
  workStatus: 'new',
  dueAt: null,
  responsible: null,
  late: null,
  ...changes,
});

const page = (length: number, changes: Partial<PageResponse>) => ({
  success: true as const,
  message: '',
  total: length,
  isTotalExact: true,
  nextCursor: null,
  ...changes,
});

export const ordersPage = (orders: ListedOrder[], changes: Partial<PageResponse> = {}) => ({
  ...page(orders.length, changes),
  orders,
});

export const formsPage = <Form extends WebsiteSubmission | VoiceSubmission | OnHoldSubmission>(
  submissions: Form[],
  changes: Partial<PageResponse> = {},
) => ({ ...page(submissions.length, changes), submissions });

export const aQuote = (changes: Partial<ListedQuote> = {}): ListedQuote => ({
  number: 'Q-1001',
  state: 'sent',
  version: 1,
  isFrom: false,
  lines: [
    {
      name: 'Three more pages',
      description: '',
      quantity: 3,
      amount: '150.00',
      period: null,
      isOptional: false,
      service: 'website',
    },
  ],
  discount: '0.00',
  duePercent: 100,
  total: '450.00',
  dueNow: '450.00',
  validUntil: '2026-12-05T10:00:00.000Z',
  sentAt: '2026-11-21T10:00:00.000Z',
  orderNumber: null,
  firstName: 'Ada',
  lastName: 'Marlow',
  businessName: 'Marlow Bicycles',
  email: 'ada@marlow-bicycles.example',
  recurring: '0.00',
  recurringPeriod: null,
  seenAt: null,
  answeredAt: null,
  isPaid: false,
  isWaiting: false,
  asksOwner: false,
  hasDraft: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});

export const quotesPage = (quotes: ListedQuote[], changes: Partial<QuotesResponse> = {}): QuotesResponse => ({
  ...page(quotes.length, changes),
  quotes,
  figures: {
    open: { count: 0, cents: 0 },
    expiring: { count: 0, cents: 0 },
    won: { count: 0, cents: 0 },
    lost: { count: 0, cents: 0 },
  },
  earlierLines: [],
  taxRules: { taxes: DEFAULT_CATALOG.taxes, taxesRecurring: false },
  limitCents: null,
  timeZone: 'America/New_York',
  ...changes,
});

/** Every list, with nothing in it. */
export const EMPTY_LISTS = {
  'GET /api/json/orders': ordersPage([]),
  'GET /api/json/order-views': { success: true as const, views: [], columns: null },
  'GET /api/json/form-submissions': formsPage<WebsiteSubmission>([]),
  'GET /api/json/voice-agent-submissions': formsPage<VoiceSubmission>([]),
  'GET /api/json/on-hold-submissions': formsPage<OnHoldSubmission>([]),
  'GET /api/json/quotes': quotesPage([]),
  'GET /api/json/recurring': { ...page(0, {}), agreements: [] },
  'GET /api/json/customers': { ...page(0, {}), customers: [], tags: [] },
} satisfies Answers;

/** The row of an order number in the open list. */
export async function rowOf(orderNumber: string): Promise<HTMLElement> {
  const row = (await screen.findByRole('link', { name: orderNumber })).closest('tr');
  if (!row) throw new Error(`${orderNumber} is not in a row.`);
  return row;
}
