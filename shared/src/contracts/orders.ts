import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { type EndpointTable, act, download, success, call, seenVersion, shownVersion } from './endpoint.ts';
import { ListOrders, PageResponse, PAYMENT_STATUSES, SHOWN_WORK } from './lists.ts';
import { line } from './texts.ts';
import { ORDER_MODES } from './payments.ts';

/** An order in the admin list. Amounts are US dollars as text with two decimals. */
export const ListedOrder = z.object({
  id: z.int(),
  orderNumber: z.string(),
  createdAt: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  businessName: z.string(),
  serviceTypes: z.array(z.enum(SERVICE_IDS)),
  initialPayment: z.string(),
  recurringPayment: z.string(),
  /** It was canceled, or has ended. */
  isRecurringOver: z.optional(z.boolean()),
  /** The number of its first invoice, and how it was paid, such as "PayPal". Absent without one. */
  invoice: z.optional(z.string()),
  paidBy: z.optional(z.string()),
  promoCode: z.nullable(z.string()),
  discount: z.string(),
  tax: z.string(),
  isYearly: z.boolean(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** What was refunded of it, or is being refunded. */
  refundedCents: z.int(),
  /** The quote in which the customer agreed to the price of the voice agent, or ''. Absent for orders without one. */
  voiceQuote: z.optional(z.string()),
  /** What is still to pay for it: final payments and other requests, sent or not. */
  owedCents: z.int(),
  /** The customer wrote last, and nobody has answered. */
  isUnanswered: z.boolean(),
  seoOptimization: z.boolean(),
  blogSetup: z.boolean(),
  extraRevisions: z.boolean(),
  paymentMode: z.enum(ORDER_MODES),
  /** Why the order needs review. Null if it does not. */
  reviewReason: z.nullable(z.string()),
  /** The services whose form the customer has not sent yet. */
  missingForms: z.array(z.enum(SERVICE_IDS)),
  workStatus: z.enum(SHOWN_WORK),
  /** When the next promise is due. Null if none is running. */
  dueAt: z.nullable(z.string()),
  /** The username of the person of the team who is responsible. Null for nobody. */
  responsible: z.nullable(z.string()),
  /** How late that promise is in business time, such as "2 hours late". Null if it is not late. */
  late: z.nullable(z.string()),
});
export type ListedOrder = z.infer<typeof ListedOrder>;

export const OrdersResponse = z.extend(PageResponse, {
  success: z.literal(true),
  message: z.string(),
  /** Newest first. */
  orders: z.array(ListedOrder),
});
export type OrdersResponse = z.infer<typeof OrdersResponse>;

/** A view of the list: its filters and sort order as the query of its address, such as "due=late&sort=due". */
export const SavedView = z.object({
  name: line(40, 'Please enter a name'),
  search: z.string().check(z.maxLength(500)),
});
export type SavedView = z.infer<typeof SavedView>;
/** The columns of the list by their names, in their order. Null for those of everybody. */
const Columns = z.nullable(z.array(line(40, 'Please name the column')).check(z.maxLength(20)));
/** Whatever is left out stays as it is. */
export const SaveViews = z.object({
  version: seenVersion,
  views: z.optional(z.array(SavedView).check(z.maxLength(12, 'You can save up to 12 views'))),
  columns: z.optional(Columns),
});
/** What a person chose for the list of orders. */
export type ListChoices = { views: SavedView[]; columns: string[] | null };

export const OrderView = z.extend(SavedView, {
  count: z.int(),
  /** False if there are more. */
  isCountExact: z.boolean(),
  /** Saved by the caller. */
  isOwn: z.boolean(),
});
export type OrderView = z.infer<typeof OrderView>;
export const OrderViewsResponse = success({
  views: z.array(OrderView),
  columns: Columns,
  version: shownVersion,
});

export const orderEndpoints = {
  'GET /api/json/orders': call('read', 'Lists orders.', OrdersResponse, {
    query: ListOrders,
    isKeptOffline: true,
  }),
  'GET /api/json/order-views': call(
    'read',
    'Lists the views of the orders, with the caller’s own ones and how many orders each has, and the caller’s columns.',
    OrderViewsResponse,
    { isKeptOffline: true },
  ),
  'POST /api/admin/order-views': act(
    'self',
    'Replaces the caller’s own views of the orders, or the columns.',
    { body: SaveViews },
  ),
  'GET /api/json/orders.csv': download('export', 'Downloads the listed orders as a spreadsheet.', ListOrders),
} satisfies EndpointTable;
