import * as z from 'zod/mini';
import { listQuery } from './lists.ts';
import type { OrderMatch } from './submission-answers.ts';

const FLAGS = ['none', 'unverified', 'quarantine', 'not-quarantine'] as const;

/**
 * `flag` filters by spam check and verification. `kind` distinguishes the two voice agent forms; other lists
 * ignore it.
 */
export const ListSubmissions = z.object({
  ...listQuery,
  kind: z.optional(
    z.enum(['voice-agent', 'dental-voice-agent'], 'kind must be voice-agent or dental-voice-agent'),
  ),
  flag: z.optional(z.enum(FLAGS, `flag must be one of: ${FLAGS.join(', ')}`)),
  sort: z._default(z.enum(['newest', 'oldest', 'due'], 'sort must be newest, oldest or due'), 'newest'),
});
export type ListSubmissions = z.infer<typeof ListSubmissions>;

const UNVERIFIED = new Set<OrderMatch>(['unconfirmed', 'other-email', 'unpaid-order', 'unknown-order']);

/**
 * The form has an order number, but nothing shows that the sender is the customer: anyone may know the number and
 * the email address. It does not count as the order's form.
 */
export function isUnverified(orderMatch: OrderMatch): boolean {
  return UNVERIFIED.has(orderMatch);
}
