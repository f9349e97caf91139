import * as z from 'zod/mini';
import type { Quote } from '../../catalogue/quote.ts';
import type { PaymentMethod } from '../shop/checkout.ts';
import { WORK_STATUSES, type WorkStatus } from './lists.ts';
import type { ListedOrder } from './orders.ts';
import type { OnHoldSubmission, VoiceSubmission, WebsiteSubmission } from './submissions.ts';
import { emailAddress, text } from '../texts.ts';

/** A case is everything under one order number: an order, or a request that came without one. */
export const CASE_PATH = '/api/json/cases/:orderNumber';
export const NOTE_PATH = '/api/admin/cases/:orderNumber/notes';
export const WORK_STATUS_PATH = '/api/admin/cases/:orderNumber/work-status';
export const MESSAGE_PATH = '/api/json/messages/:id';
export const SEND_AGAIN_PATH = '/api/admin/messages/:id/send-again';
/** A message that was given up stays so, and is no more to look at. */
export const DISCARD_EMAIL_PATH = '/api/admin/messages/:id/leave-unsent';
/** Of all messages that were given up. */
export const SEND_ALL_AGAIN_PATH = '/api/admin/messages/send-again';
export const REFUND_PATH = '/api/admin/payments/:id/refund';
/** The administrator takes an unverified form for the buyer's own. */
export const ACCEPT_PATH = '/api/admin/submissions/:form/:id/accept';
export const RELEASE_PATH = '/api/admin/submissions/:form/:id/release';

/** Fills the parameters of one of the paths above. */
export function pathTo(path: string, parameters: Record<string, string | number>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')));
}

export const Note = z.object({ text: text(10_000, 'Please enter a note') });
export const ChangeWorkStatus = z.object({
  workStatus: z.enum(WORK_STATUSES, `workStatus must be one of: ${WORK_STATUSES.join(', ')}`),
  /** The `workVersion` that the administrator saw. A change of another version is refused with 409. */
  workVersion: z.int('workVersion is missing. Reload this page').check(z.nonnegative()),
});
export type ChangeWorkStatus = z.infer<typeof ChangeWorkStatus>;
/** With another address the message goes there and not to the old one. */
export const SendAgain = z.object({ recipient: z.optional(emailAddress('Please enter a valid email')) });

/** Without an amount (US dollars) everything that is left goes back. `refundKey` is made by the page: a second click is the same refund. */
export const RefundRequest = z.object({
  amount: z.optional(
    z
      .number('Please enter an amount')
      .check(
        z.gt(0, 'Please enter an amount greater than zero'),
        z.lte(99_999, 'Amount is too large'),
        z.refine<number>(isWholeCents, 'Please use no more than two decimal places'),
      ),
  ),
  reason: text(1_000, 'Please enter a reason. The customer will see it.'),
  refundKey: z.uuid('Must be a UUID'),
});

/** Rounding would give back another sum than was typed. 0.1 + 0.2 is thirty cents all the same. */
function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-6;
}

export type RefundRequest = z.infer<typeof RefundRequest>;

/** Of a call that needs no more than its path. */
export const NoDetails = z.object({});

export type CasePayment = {
  id: number;
  provider: string;
  providerPaymentId: string | null;
  status: 'open' | 'processing' | 'paid' | 'failed';
  amount: string;
  /** What arrived, with its currency in capitals; null while nothing has. */
  received: string | null;
  reviewReason: string | null;
  /** Nothing arrived by it and the order does not go by it: given up by the buyer, or ended because of another payment. */
  isUnused: boolean;
  refunds: CaseRefund[];
  /** What can still be refunded, in US dollars as text. */
  refundable: string;
  createdAt: string;
  updatedAt: string;
};

/** `by` is null for a refund that was made at the provider, or by the shop itself for a second payment. */
export type CaseRefund = {
  id: number;
  amount: string;
  /** The sales tax among it. */
  tax: string;
  reason: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
  by: string | null;
  createdAt: string;
};

export const MESSAGE_NAMES = {
  'order-confirmation': 'Order confirmation',
  'form-reminder': 'Form reminder',
  'form-received': 'Form confirmation',
  refund: 'Refund notice',
  'payment-update': 'Bank payment update',
  'new-order': 'New order alert',
  'new-submission': 'New form alert',
  'payment-to-review': 'Payment review alert',
  'unpaid-orders': 'Hourly list of unpaid orders',
  newsletter: 'Mailing list invitation',
} as const;
export type MessageKind = keyof typeof MESSAGE_NAMES;

export type CaseMessage = {
  id: number;
  kind: MessageKind;
  recipient: string;
  /** `replaced`: it was sent again before it had left. `dropped`: there was no reason for it any more when its time came. */
  status: 'waiting' | 'sent' | 'given-up' | 'replaced' | 'dropped';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  /** Not to be sent before. */
  dueAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
};

export type MessageAnswer = {
  success: true;
  recipient: string;
  subject: string;
  /** The text part: as it left, or as it would leave now. */
  text: string;
  isSent: boolean;
  /** What the mail server said to it; null before it was sent. */
  answer: string | null;
};

export type CaseOrder = ListedOrder & {
  businessDescription: string;
  /** The billing address, line by line, without empty ones. */
  billingAddress: string[];
  quote: Quote;
  paymentMethod: PaymentMethod;
  consent: { text: string; agreedAt: string } | null;
  /** What the browser reported, where it differs from what was computed. */
  claims: { initialPayment: string | null; recurringPayment: string | null; paymentStatus: string | null };
};

export type CaseSubmission =
  | { form: 'website'; submission: WebsiteSubmission }
  | { form: 'voice' | 'dental'; submission: VoiceSubmission }
  | { form: 'onhold'; submission: OnHoldSubmission };

/** `by` is the administrator's name, null where the shop itself did it. */
export type TimelineEntry = {
  at: string;
  kind: 'order' | 'payment' | 'refund' | 'form' | 'message' | 'note' | 'work-status' | 'release' | 'accept';
  text: string;
  by: string | null;
};

export type CaseAnswer = {
  success: true;
  orderNumber: string;
  workStatus: WorkStatus;
  /** Grows with each change of the work status. */
  workVersion: number;
  /** Null for a request without an order. */
  order: CaseOrder | null;
  payments: CasePayment[];
  submissions: CaseSubmission[];
  messages: CaseMessage[];
  /** Newest first. */
  timeline: TimelineEntry[];
};

export type ActionAnswer = { success: true; message: string };
