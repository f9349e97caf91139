import { parseUrl } from './parse-url.ts';
import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { ORDER_LIMIT, OrderQuery } from './customer-links.ts';
import { ById, CaseNumber, UndoableResponse, type EndpointTable, act, call } from './endpoint.ts';
import { OrderFile } from './files.ts';
import { line, oneLine, text } from './texts.ts';

/**
 * Where a service stands. `form`: its form is missing. `working`: the first version is being made. `review`: the
 * customer looks at a version. `change`: the customer asked for a change. `launch`: the website is approved and goes
 * live. `closed`: the order is over, and no version was delivered.
 */
export const SERVICE_STATES = ['form', 'working', 'review', 'change', 'launch', 'done', 'closed'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** What the studio promised to do next. `work`: what a line of a quote or a payment request sold. */
export const PROMISE_KINDS = ['contact', 'delivery', 'launch', 'work'] as const;
export type PromiseKind = (typeof PROMISE_KINDS)[number];

/** As tasks of the studio, the same in lists, on orders, and in emails. */
export const PROMISE_NAMES: Record<PromiseKind, string> = {
  contact: 'contact the customer',
  delivery: 'deliver',
  launch: 'put the website online',
  work: 'do what was ordered',
};

/** The button that keeps a promise, the same wherever it stands. */
export const ACT_NAMES: Record<PromiseKind, (version: number) => string> = {
  contact: () => 'Write a message',
  delivery: (version) => `Deliver version ${version}`,
  launch: () => 'Mark website as live',
  work: () => 'Mark as done',
};

export const Delivery = z.object({
  version: z.int(),
  note: z.string(),
  /** Empty without one. */
  link: z.string(),
  phone: z.string(),
  files: z.array(OrderFile),
  deliveredAt: z.string(),
  answer: z.nullable(z.enum(['approved', 'change'])),
  /** What the customer wants changed. */
  change: z.nullable(z.string()),
  answeredAt: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

export const OrderService = z.object({
  id: z.enum(SERVICE_IDS),
  state: z.enum(SERVICE_STATES),
  /** The next promise, and when it is due. Null if none is running. */
  promise: z.nullable(z.enum(PROMISE_KINDS)),
  dueAt: z.nullable(z.string()),
  /** The clock stands still, because the studio waits for the customer. */
  paused: z.boolean(),
  /** How many changes are included. Null if they are not counted. */
  roundsIncluded: z.nullable(z.int()),
  roundsUsed: z.int(),
  /** Newest first. */
  deliveries: z.array(Delivery),
});
export type OrderService = z.infer<typeof OrderService>;

/** What was sold besides the services, such as an extra banner. */
export const SoldWork = z.object({
  id: z.int(),
  name: z.string(),
  service: z.enum(SERVICE_IDS),
  dueAt: z.string(),
  /** The clock stands still, because the studio waits for the customer. */
  paused: z.boolean(),
  /** Null while it is to be done. */
  doneAt: z.nullable(z.string()),
});
export type SoldWork = z.infer<typeof SoldWork>;

export const AnswerDelivery = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('approved'), service: z.enum(SERVICE_IDS), version: z.int() }),
  z.object({
    answer: z.literal('change'),
    service: z.enum(SERVICE_IDS),
    version: z.int(),
    change: text(10_000, 'Please say what we should change'),
  }),
]);
export type AnswerDelivery = z.infer<typeof AnswerDelivery>;

/** "shop.example/page", as people type it. */
const WITHOUT_PROTOCOL = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/i;

const link = z.string('Please enter text').check(
  oneLine(),
  z.overwrite((typed) => (WITHOUT_PROTOCOL.test(typed) ? `https://${typed}` : typed)),
  z.maxLength(2_000),
  z.refine<string>(
    (value) => value === '' || isWebAddress(value),
    'Please enter a URL that starts with https:// or http://',
  ),
);

function isWebAddress(value: string): boolean {
  const url = parseUrl(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** What an administrator writes for a delivery. All can be empty. */
export const deliveryFields = { note: text(10_000), link, phone: line(60) };

/** What an administrator delivers: a note, a link, a phone number, or files, at least one of them. */
export const Deliver = z
  .object({
    service: z.enum(SERVICE_IDS),
    /** The newest version that the administrator saw. If it has changed, the server responds with 409. */
    after: z.int('after is missing. Reload this page, then try again').check(z.nonnegative()),
    note: z._default(deliveryFields.note, ''),
    link: z._default(deliveryFields.link, ''),
    phone: z._default(deliveryFields.phone, ''),
    fileIds: z._default(z.array(z.uuid('Must be a UUID')).check(z.maxLength(20)), []),
  })
  .check(
    z.refine(({ note, link: address, phone, fileIds }) => [note, address, phone, ...fileIds].some(Boolean), {
      path: ['note'],
      message: 'Please add a note, a link, a phone number, or a file',
    }),
  );
export type Deliver = z.infer<typeof Deliver>;

/** `link`: the website's address, which customers can open from the email. */
export const GoLive = z.object({ link: z._default(link, '') });
/** In the dashboard, leaving it out is a button of its own. */
export const LiveAddress = z.object({
  link: link.check(z.minLength(1, 'Please enter the address of the website')),
});

export const deliveryEndpoints = {
  'POST /api/order/answer': act('public', 'Approves a delivered version, or asks for a change.', {
    limits: [ORDER_LIMIT],
    query: OrderQuery,
    body: AnswerDelivery,
  }),
  'POST /api/admin/cases/:orderNumber/deliveries': act(
    'work',
    'Delivers the next version of a service to the customer.',
    { params: CaseNumber, body: Deliver },
  ),
  'POST /api/admin/cases/:orderNumber/work/:id/done': act(
    'work',
    'Says that something that was sold is done. The customer gets an email.',
    { params: z.extend(CaseNumber, ById.shape) },
  ),
  'POST /api/admin/cases/:orderNumber/live': call(
    'work',
    'Says that the approved website is live. The customer gets an email, with the website’s address if it is given.',
    UndoableResponse,
    { params: CaseNumber, body: GoLive },
  ),
} satisfies EndpointTable;
