import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../shop/payment-terms.ts';
import { OrderDocument } from '../shop/order-documents.ts';
import { OrderFile, OrderMessage, OrderService } from '../shop/order-page.ts';
import { QuoteAnswer } from '../shop/quote-answer.ts';
import { MESSAGE_NAMES, type MessageKind } from './cases.ts';
import { WORK_STATUSES } from './lists.ts';
import { ListedOrder } from './order-answers.ts';
import { CaseAgreement } from './recurring-answers.ts';
import { Dispute } from './review.ts';
import { OnHoldSubmission, VoiceSubmission, WebsiteSubmission } from './submission-answers.ts';

/** `by` is null for a refund made on the provider's site, or made by the shop for a duplicate payment. */
export const CaseRefund = z.object({
  id: z.int(),
  amount: z.string(),
  /** The sales tax included in the amount. */
  tax: z.string(),
  reason: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  failure: z.nullable(z.string()),
  by: z.nullable(z.string()),
  createdAt: z.string(),
});
export type CaseRefund = z.infer<typeof CaseRefund>;
export type RefundStatus = CaseRefund['status'];

export const CasePayment = z.object({
  id: z.int(),
  provider: z.string(),
  providerPaymentId: z.nullable(z.string()),
  /** `processing`: the customer has paid, and the provider is waiting for the money. */
  status: z.enum(['open', 'processing', 'paid', 'failed']),
  amount: z.string(),
  /** The amount received, with its currency in capitals. Null if nothing was received. */
  received: z.nullable(z.string()),
  reviewReason: z.nullable(z.string()),
  dispute: z.nullable(Dispute),
  /**
   * Nothing was received, and the order does not depend on it: the customer abandoned it, or another payment
   * replaced it.
   */
  isUnused: z.boolean(),
  refunds: z.array(CaseRefund),
  /** The amount that can still be refunded, in US dollars as text. */
  refundable: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CasePayment = z.infer<typeof CasePayment>;
export type PaymentRowStatus = CasePayment['status'];

export const CaseMessage = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(MESSAGE_NAMES) as MessageKind[]),
  name: z.string(),
  recipient: z.string(),
  /**
   * `replaced`: an administrator queued a copy before it was sent. `dropped`: it was no longer needed when it
   * was due.
   */
  status: z.enum(['waiting', 'sent', 'given-up', 'replaced', 'dropped']),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  /** The email is not sent before this time. */
  dueAt: z.string(),
  nextAttemptAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
});
export type CaseMessage = z.infer<typeof CaseMessage>;
export type MessageStatus = CaseMessage['status'];

export const MessageAnswer = z.object({
  success: z.literal(true),
  recipient: z.string(),
  subject: z.string(),
  /** The text part, as sent or as it would be sent now. */
  text: z.string(),
  isSent: z.boolean(),
  /** The mail server's response. Null before the email is sent. */
  answer: z.nullable(z.string()),
});
export type MessageAnswer = z.infer<typeof MessageAnswer>;

export const CaseOrder = z.extend(ListedOrder, {
  /** The number of the order that this one adds to. */
  addonTo: z.nullable(z.string()),
  businessDescription: z.string(),
  /** The billing address by line, without empty lines. */
  billingAddress: z.array(z.string()),
  quote: QuoteAnswer,
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** Where the customer’s visit came from, in words. Null for older orders. */
  cameFrom: z.nullable(z.string()),
  consent: z.nullable(z.object({ text: z.string(), agreedAt: z.string() })),
  /** Values that the browser reported, if they differ from what the server calculated. */
  claims: z.object({
    initialPayment: z.nullable(z.string()),
    recurringPayment: z.nullable(z.string()),
    paymentStatus: z.nullable(z.string()),
  }),
});
export type CaseOrder = z.infer<typeof CaseOrder>;

/** What was bought for an order later. */
const CaseAddon = z.object({ orderNumber: z.string(), createdAt: z.string(), receipt: QuoteAnswer });

/** Earlier answers that the customer corrected, oldest first. */
const earlier = z.array(z.object({ sentAt: z.string(), answers: z.record(z.string(), z.unknown()) }));

export const CaseSubmission = z.discriminatedUnion('form', [
  z.object({ form: z.literal('website'), submission: WebsiteSubmission, earlier }),
  z.object({ form: z.enum(['voice', 'dental']), submission: VoiceSubmission, earlier }),
  z.object({ form: z.literal('onhold'), submission: OnHoldSubmission, earlier }),
]);
export type CaseSubmission = z.infer<typeof CaseSubmission>;

/** `by` is the administrator's name. Null for automatic events. */
export const TimelineEntry = z.object({
  at: z.string(),
  kind: z.enum([
    'order',
    'payment',
    'refund',
    'form',
    'message',
    'note',
    'work-status',
    'release',
    'accept',
    'recurring',
    'delivery',
    'links',
    'file',
  ]),
  text: z.string(),
  by: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const CaseAnswer = z.object({
  success: z.literal(true),
  orderNumber: z.string(),
  workStatus: z.enum(WORK_STATUSES),
  /** Incremented with each change of the work status. */
  workVersion: z.int(),
  /** Null for a request without an order. */
  order: z.nullable(CaseOrder),
  payments: z.array(CasePayment),
  /** Oldest first. */
  addons: z.array(CaseAddon),
  /** Invoices and credit notes, oldest first. Older orders get theirs with the first PDF. */
  documents: z.array(OrderDocument),
  /** Null without a recurring payment. */
  recurring: z.nullable(CaseAgreement),
  /** The customer agreed to a recurring payment that was never started, and it can be started now. */
  canStartRecurring: z.boolean(),
  submissions: z.array(CaseSubmission),
  /** Empty for a request without an order. */
  services: z.array(OrderService),
  /** What the customer and administrators wrote to each other, oldest first. */
  conversation: z.array(OrderMessage),
  /** Also those of forms that are in quarantine. Oldest first. */
  files: z.array(OrderFile),
  /** The time zone in which due times are shown. */
  timeZone: z.string(),
  messages: z.array(CaseMessage),
  /** Newest first. */
  timeline: z.array(TimelineEntry),
});
export type CaseAnswer = z.infer<typeof CaseAnswer>;

export const ActionAnswer = z.object({ success: z.literal(true), message: z.string() });
export type ActionAnswer = z.infer<typeof ActionAnswer>;
