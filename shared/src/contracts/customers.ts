import * as z from 'zod/mini';
import {
  ById,
  type EndpointTable,
  act,
  download,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { OrderFile } from './files.ts';
import { ListCustomers, PageResponse } from './lists.ts';
import { OrderDocument, OrderMessage } from './order-page.ts';
import { ListedOrder } from './orders.ts';
import { ListedQuote } from './quotes.ts';
import { Agreement } from './recurring.ts';
import { emailAddress, isDay, line, text } from './texts.ts';

/** What one person of a customer may see of what the others ordered: nothing, the work, the payments and invoices, or both. */
export const SEES = ['own', 'orders', 'money', 'both'] as const;
export type Sees = (typeof SEES)[number];

/** Why no sales tax is charged. `fileId`: the certificate, a file of one of the customer's orders. */
export const Exemption = z.object({
  certificate: line(100, 'Please enter the number of the certificate'),
  /** The last day on which it counts. Null if it doesn't end. */
  until: z.nullable(z.string().check(z.refine(isDay, 'Please enter a date such as 2027-11-24'))),
  fileId: z.nullable(z.uuid()),
});
export type Exemption = z.infer<typeof Exemption>;

const Person = z.object({ email: z.string(), name: z.string(), sees: z.enum(SEES) });
export type CustomerPerson = z.infer<typeof Person>;

const customerFields = {
  id: z.int(),
  /** The business of the latest order, or the person's name. */
  name: z.string(),
  people: z.array(Person),
  tags: z.array(z.string()),
  /** The username of the person who is responsible. Null for nobody. */
  responsible: z.nullable(z.string()),
  orders: z.int(),
  /** Paid orders that are not delivered yet. */
  openOrders: z.int(),
  /** Recurring payments that go on. */
  recurring: z.int(),
  /** What was received less what was refunded, such as "198.00". */
  paid: z.string(),
  /** Of the first order or quote. */
  firstAt: z.string(),
  /** Of the latest order, quote, form, or message. */
  lastAt: z.string(),
  exemption: z.nullable(Exemption),
};
export const ListedCustomer = z.object(customerFields);
export type ListedCustomer = z.infer<typeof ListedCustomer>;

const CustomersResponse = z.extend(PageResponse, {
  success: z.literal(true),
  message: z.string(),
  customers: z.array(ListedCustomer),
  /** Every tag in use, in alphabetical order. */
  tags: z.array(z.string()),
});

/** What belongs to one order of several. */
const ofOrder = { orderNumber: z.string() };

const CustomerResponse = success({
  ...customerFields,
  version: shownVersion,
  /** Newest first. Only the newest 200, as everywhere here. */
  orderList: z.array(ListedOrder),
  quotes: z.array(ListedQuote),
  /** `isLeftOut`: figures do not count it, because it is a test. */
  recurringList: z.array(z.extend(Agreement, { isLeftOut: z.optional(z.boolean()) })),
  documents: z.array(z.extend(OrderDocument, ofOrder)),
  /** Oldest first, each under the number of its order or quote. */
  messages: z.array(z.extend(OrderMessage, ofOrder)),
  files: z.array(z.extend(OrderFile, ofOrder)),
  notes: z.array(z.object({ text: z.string(), by: z.nullable(z.string()), at: z.string() })),
});
export type CustomerResponse = z.infer<typeof CustomerResponse>;

const email = emailAddress('Please enter an email address');

export const ActOnCustomer = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.literal('note'),
      text: text(5_000, 'Please write a note'),
      /** Made by the page, so that a note sent twice is stored once. */
      key: z.uuid('Must be a UUID'),
    }),
    z.object({
      action: z.literal('tags'),
      version: seenVersion,
      tags: z
        .array(line(40, 'Please enter a tag'))
        .check(z.maxLength(20, 'A customer can have up to 20 tags')),
    }),
    z.object({
      action: z.literal('assign'),
      version: seenVersion,
      adminId: z.nullable(z.int('adminId must be a whole number')),
    }),
  ],
  'Unknown action',
);
export type ActOnCustomer = z.infer<typeof ActOnCustomer>;

/** Who is exempt from sales tax afterwards: this customer, the other one, or nobody. Needed if one of them is. */
const exempts = z.optional(z.enum(['this', 'other', 'nobody'], 'exempts must be this, other, or nobody'));

/** What decides who sees whose orders. */
export const ActOnPeople = z.discriminatedUnion(
  'action',
  [
    /** Moves the people, tags, and notes of another customer to this one. Each person then sees only their own orders. */
    z.object({
      action: z.literal('join'),
      version: seenVersion,
      other: z.int('other must be a whole number'),
      exempts,
    }),
    /** Null: sales tax is charged again. */
    z.object({ action: z.literal('exempt'), version: seenVersion, exemption: z.nullable(Exemption) }),
    /** Makes a person a customer of their own. */
    z.object({ action: z.literal('separate'), version: seenVersion, email, exempts }),
    z.object({
      action: z.literal('access'),
      version: seenVersion,
      email,
      sees: z.enum(SEES, `sees must be one of: ${SEES.join(', ')}`),
    }),
  ],
  'Unknown action',
);
export type ActOnPeople = z.infer<typeof ActOnPeople>;

export const customerEndpoints = {
  'GET /api/json/customers': call('read', 'Lists customers.', CustomersResponse, {
    query: ListCustomers,
    isKeptOffline: true,
  }),
  'GET /api/json/customers.csv': download(
    'export',
    'Downloads the listed customers as a spreadsheet.',
    ListCustomers,
  ),
  'GET /api/json/customers/:id': call(
    'read',
    'Returns a customer with everything that belongs to it. Accountants see no messages, files, or notes.',
    CustomerResponse,
    { params: ById, isKeptOffline: true },
  ),
  'POST /api/admin/customers/:id': act(
    'work',
    'Adds a note to a customer, or sets the tags or the responsible person.',
    { params: ById, body: ActOnCustomer },
  ),
  'POST /api/admin/customers/:id/people': act(
    'manage',
    'Joins two customers, separates a person, or changes what a person may see.',
    { params: ById, body: ActOnPeople },
  ),
} satisfies EndpointTable;
