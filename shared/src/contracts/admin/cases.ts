import * as z from 'zod/mini';
import { WORK_STATUSES } from './lists.ts';
import { emailAddress, text } from '../texts.ts';

// A case is everything under one order number: an order, or a request without an order.

export const Note = z.object({ text: text(10_000, 'Please enter a note') });
export const ChangeWorkStatus = z.object({
  workStatus: z.enum(WORK_STATUSES, `workStatus must be one of: ${WORK_STATUSES.join(', ')}`),
  /** The `workVersion` that the administrator saw. If it has changed, the server responds with 409. */
  workVersion: z.int('workVersion is missing. Reload this page').check(z.nonnegative()),
});
export type ChangeWorkStatus = z.infer<typeof ChangeWorkStatus>;
/** With a recipient, the email goes to that address instead of the old one. */
export const SendAgain = z.object({ recipient: z.optional(emailAddress('Please enter a valid email')) });

export const amountInDollars = z
  .number('Please enter an amount')
  .check(
    z.gt(0, 'Please enter an amount greater than zero'),
    z.lte(99_999, 'Amount is too large'),
    z.refine<number>(isWholeCents, 'Please use no more than two decimal places'),
  );

/**
 * Rejects fractions of a cent, because rounding would use a different amount than was typed. The tolerance
 * accepts values such as 0.1 + 0.2.
 */
function isWholeCents(dollars: number): boolean {
  const cents = dollars * 100;
  return Math.abs(cents - Math.round(cents)) < 1e-6;
}

/**
 * Without `amount` (US dollars), everything left is refunded. The page generates `refundKey`, so that a
 * repeated request is the same refund.
 */
export const RefundRequest = z.object({
  amount: z.optional(amountInDollars),
  reason: text(1_000, 'Please enter a reason. The customer will see it.'),
  refundKey: z.uuid('Must be a UUID'),
});

export type RefundRequest = z.infer<typeof RefundRequest>;

/** The body of calls that need no input besides the path. */
export const NoDetails = z.object({});

export const MESSAGE_NAMES = {
  'order-confirmation': 'Order confirmation',
  'form-reminder': 'Form reminder',
  'form-received': 'Form confirmation',
  refund: 'Refund notice',
  'payment-update': 'Bank payment update',
  recurring: 'Recurring payment notice',
  'order-news': 'Order update',
  'new-order': 'New order alert',
  'new-submission': 'New form alert',
  'payment-to-review': 'Payment review alert',
  'unpaid-orders': 'Hourly list of unpaid orders',
  'unfinished-checkout': 'Link to finish an order',
  invitation: 'Invitation',
  newsletter: 'Mailing list invitation',
} as const;
export type MessageKind = keyof typeof MESSAGE_NAMES;
