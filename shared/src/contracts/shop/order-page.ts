import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';
import { RowId } from '../admin/by-id.ts';
import { FORM_KINDS } from '../forms/form-names.ts';
import { IntakeQuery } from '../forms/forms.ts';
import { OrderNumber } from '../forms/order-number-field.ts';
import { emailAddress, line, text } from '../texts.ts';
import { DocumentQuery, OrderDocument } from './order-documents.ts';
import { PAYMENT_STATUSES } from './payment-terms.ts';
import { QuoteAnswer } from './quote-answer.ts';

/** The key can also be in the header `X-Order-Key`. */
export const OrderQuery = z.extend(IntakeQuery, { key: z.optional(IntakeQuery.shape.key) });

/** The customer's page of an order. Takes `order` and `key` from the customer's link. */
export const ORDER_PAGE = '/order';

/**
 * Where a service stands. `form`: its form is missing. `working`: the first version is being made. `review`: the
 * customer looks at a version. `change`: the customer asked for a change. `launch`: the website is approved and goes
 * live.
 */
export const SERVICE_STATES = ['form', 'working', 'review', 'change', 'launch', 'done'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

export const OrderFile = z.object({
  id: z.uuid(),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Told by the content, such as "image/png". */
  mediaType: z.string(),
  isFromStudio: z.boolean(),
  /** Whether `?preview=1` returns a small WebP picture. */
  hasPreview: z.boolean(),
  /** The version it was delivered with. */
  deliveryVersion: z.optional(z.int()),
  /** The service of its delivery or its form. */
  service: z.optional(z.enum(SERVICE_IDS)),
  createdAt: z.string(),
});
export type OrderFile = z.infer<typeof OrderFile>;

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
  /** When the next promise is due. Null if none is running. */
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

export const OrderMessage = z.object({
  id: z.int(),
  isFromStudio: z.boolean(),
  text: z.string(),
  sentAt: z.string(),
});
export type OrderMessage = z.infer<typeof OrderMessage>;

export const SentAnswers = z.object({
  form: z.enum(FORM_KINDS),
  sentAt: z.string(),
  /** Until work starts. */
  canCorrect: z.boolean(),
  /** With the form's labels, without empty ones. */
  answers: z.array(z.object({ label: z.string(), answer: z.string() })),
});

/** A form with the order's email address that was sent without the customer's link. */
export const FormToConfirm = z.extend(z.omit(SentAnswers, { canCorrect: true }), { id: z.int() });
export const ByForm = z.object({ form: z.enum(FORM_KINDS), id: RowId });

export const OrderAnswer = z.object({
  success: z.literal(true),
  orderNumber: z.string(),
  firstName: z.string(),
  createdAt: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  isPaid: z.boolean(),
  isDemo: z.boolean(),
  services: z.array(OrderService),
  answers: z.array(SentAnswers),
  /** Until the customer confirms them, nobody works on them. */
  formsToConfirm: z.array(FormToConfirm),
  /** Oldest first. */
  messages: z.array(OrderMessage),
  /** Also the delivered ones. Oldest first. */
  files: z.array(OrderFile),
  receipt: QuoteAnswer,
  /** The receipts of what was bought for this order later, oldest first. */
  addons: z.array(z.object({ orderNumber: z.string(), createdAt: z.string(), receipt: QuoteAnswer })),
  /** The price of five more design revisions, and the checkout that buys them. Null if they are not on offer. */
  revisions: z.nullable(z.object({ checkoutId: z.uuid(), quote: QuoteAnswer })),
  /** The invoices and credit notes so far, oldest first. Older orders get theirs with the first PDF. */
  documents: z.array(OrderDocument),
  /** The path of the order's invoice or receipt as a PDF. Null until the order is completed. */
  receiptUrl: z.nullable(z.string()),
  /** The studio's time zone, such as "America/New_York". Due times are shown in it. */
  timeZone: z.string(),
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** The answers that a correction starts from, by the form's field names. */
export const FormAnswers = z.object({
  success: z.literal(true),
  answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
});
export const AnswersQuery = z.extend(OrderQuery, { form: z.enum(FORM_KINDS) });

/** Asks for an email with the link. The answer is the same whether the two belong together or not. */
export const OrderLink = z.object({
  orderNumber: OrderNumber,
  email: emailAddress('Please enter a valid email'),
});

/** Generated by the page, so that a message sent twice is stored once. */
const key = z.uuid('Must be a UUID');

export const SendMessage = z.object({ key, text: text(10_000, 'Please enter a message') });
export type SendMessage = z.infer<typeof SendMessage>;

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

const link = z.string('Please enter text').check(
  z.trim(),
  z.maxLength(2_000),
  z.refine<string>(
    (value) => value === '' || isWebAddress(value),
    'Please enter a URL that starts with https:// or http://',
  ),
);

function isWebAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** What an administrator writes for a delivery. All can be empty. */
export const deliveryFields = { note: text(10_000), link, phone: line(60) };

/** What an administrator delivers: a note, a link, a phone number, or files, at least one of them. */
export const Deliver = z
  .object({
    service: z.enum(SERVICE_IDS),
    /** The newest version that the administrator saw. If it has changed, the server responds with 409. */
    after: z.int().check(z.nonnegative()),
    note: z._default(deliveryFields.note, ''),
    link: z._default(deliveryFields.link, ''),
    phone: z._default(deliveryFields.phone, ''),
    fileIds: z._default(z.array(z.uuid('Must be a UUID')).check(z.maxLength(20)), []),
  })
  .check(
    z.refine(
      ({ note, link: address, phone, fileIds }) => [note, address, phone, ...fileIds].some(Boolean),
      'Please add a note, a link, a phone number, or a file',
    ),
  );
export type Deliver = z.infer<typeof Deliver>;

export const OrderDocumentQuery = z.extend(OrderQuery, DocumentQuery.shape);

/** `preview`: a small WebP picture instead of the file. */
const preview = z.optional(z.literal('1'));
export const FileQuery = z.object({ preview });
export const OrderFileQuery = z.extend(OrderQuery, { preview });
export const ByFileId = z.object({ id: z.uuid() });
