import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { PROMISE_KINDS } from './deliveries.ts';
import { type EndpointTable, act, success, call } from './endpoint.ts';
import { SHOWN_WORK, AGREEMENT_STATES, PERIODS } from './lists.ts';
import { DocumentQuery, OrderDocument } from './order-page.ts';
import { emailAddress, line } from './texts.ts';

/** The customer's page of all their orders. Takes `key` from the link in an email. */
export const ORDERS_PAGE = '/orders';

const key = line(100, 'key is missing');
const OrdersQuery = z.object({ key });

/** Asks for an email with the link. The response is the same whatever it finds. */
const OrdersLink = z.object({ email: emailAddress('Please enter a valid email') });

const CustomerOrder = z.object({
  orderNumber: z.string(),
  createdAt: z.string(),
  services: z.array(z.enum(SERVICE_IDS)),
  /** Who ordered it, if somebody else of the same business did. */
  by: z.nullable(z.string()),
  workStatus: z.enum(SHOWN_WORK),
  /** The studio's next promise. */
  next: z.nullable(z.object({ id: z.enum(SERVICE_IDS), promise: z.enum(PROMISE_KINDS), dueAt: z.string() })),
  /** What the customer has to do, such as "Fill out the Website form". */
  waits: z.array(z.string()),
  /** The path of its page. */
  url: z.string(),
});

const CustomerOrdersResponse = success({
  name: z.string(),
  email: z.string(),
  /** Newest first. */
  orders: z.array(CustomerOrder),
  /** Quotes that can be accepted. Totals are US dollars as text. */
  quotes: z.array(
    z.object({
      number: z.string(),
      total: z.string(),
      /** See `shown` of quotes. */
      isFrom: z.boolean(),
      validUntil: z.string(),
      url: z.string(),
    }),
  ),
  recurring: z.array(
    z.object({
      orderNumber: z.string(),
      state: z.enum(AGREEMENT_STATES),
      period: z.enum(PERIODS),
      amountCents: z.int(),
      nextChargeAt: z.nullable(z.string()),
      cancelAt: z.nullable(z.string()),
      /** What it would cost a year, if it can be changed to yearly payments. */
      yearlyCents: z.nullable(z.int()),
      /** Null for whoever may not open the order. */
      url: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  documents: z.array(z.extend(OrderDocument, { orderNumber: z.string() })),
  /** What can be ordered, each with a checkout that is filled in. Prices are US dollars as text. */
  offers: z.array(
    z.object({
      service: z.enum(SERVICE_IDS),
      firstPayment: z.string(),
      monthly: z.nullable(z.string()),
      /** The customer has it already. */
      isAgain: z.boolean(),
      url: z.string(),
    }),
  ),
  timeZone: z.string(),
});
export type CustomerOrdersResponse = z.infer<typeof CustomerOrdersResponse>;

export const customerOrderEndpoints = {
  'POST /api/orders-link': act(
    'public',
    'Emails the link to all orders of an email address. The response is the same whatever it finds.',
    { limits: [{ name: 'order-link', perMinute: 10 }], body: OrdersLink },
  ),
  'GET /api/orders': call(
    'public',
    'Returns all orders of a person, what waits for them, their recurring payments, and their invoices.',
    CustomerOrdersResponse,
    { limits: [{ name: 'orders', perMinute: 60 }], query: OrdersQuery },
  ),
  'GET /api/orders/invoice.pdf': {
    access: 'public',
    summary: 'Downloads an invoice or a credit note of one of a person’s orders.',
    limits: [{ name: 'order-invoice', perMinute: 30 }],
    query: z.extend(OrdersQuery, { order: line(24, 'order is missing'), ...DocumentQuery.shape }),
    responseType: 'application/pdf',
  },
} satisfies EndpointTable;
