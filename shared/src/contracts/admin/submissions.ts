import * as z from 'zod/mini';
import { listQuery, WORK_STATUSES } from './lists.ts';

const FLAGS = ['none', 'unverified', 'quarantine', 'not-quarantine'] as const;

/** `flag`: what the server makes of the sender. `kind` tells the two voice agent forms apart; other lists ignore it. */
export const ListSubmissions = z.object({
  ...listQuery,
  kind: z.optional(
    z.enum(['voice-agent', 'dental-voice-agent'], 'kind must be voice-agent or dental-voice-agent'),
  ),
  flag: z.optional(z.enum(FLAGS, `flag must be one of: ${FLAGS.join(', ')}`)),
  sort: z._default(z.enum(['newest', 'oldest'], 'sort must be newest or oldest'), 'newest'),
});
export type ListSubmissions = z.infer<typeof ListSubmissions>;

/**
 * How a form's order number and sender match the orders. `order-link`: it was opened with the customer's link.
 * `unpaid-order`: the order has no money, and none is under way. `accepted`: an administrator took it for the buyer's.
 * `request`: it came without a number and got one.
 */
export const OrderMatch = z.enum([
  'same-email',
  'order-link',
  'accepted',
  'other-email',
  'unpaid-order',
  'unknown-order',
  'request',
]);
export type OrderMatch = z.infer<typeof OrderMatch>;

/** It names an order, but nothing shows that the sender is its buyer: such a form is no answer to the order. */
export function isUnverified(orderMatch: OrderMatch): boolean {
  return orderMatch === 'other-email' || orderMatch === 'unpaid-order' || orderMatch === 'unknown-order';
}

/** Why a form is taken for a program's; null when it is not. */
export const QuarantineReason = z.nullable(z.enum(['honeypot', 'too-fast', 'too-many']));
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** What the server adds to the answers of each form. */
export const SubmissionFacts = z.object({
  id: z.int(),
  timestamp: z.string(),
  orderNumber: z.string(),
  orderMatch: OrderMatch,
  /** It names an order, but nothing shows that the sender is its buyer. */
  isUnverified: z.boolean(),
  /** Its service was not bought with the order that it names. */
  isOutsideOrder: z.boolean(),
  quarantineReason: QuarantineReason,
  workStatus: z.enum(WORK_STATUSES),
});
export type SubmissionFacts = z.infer<typeof SubmissionFacts>;
