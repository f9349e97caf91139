import type { PaymentRowStatus, RefundStatus } from '../db/schema.ts';

/**
 * The allowed status changes. A late payment counts, so `failed` can still become `paid`. Nothing leaves
 * `paid`: money that goes back is a refund.
 */
export const PAYMENT_MOVES: Record<PaymentRowStatus, readonly PaymentRowStatus[]> = {
  open: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed'],
  failed: ['paid'],
  paid: [],
};

/** A refund that went through can still be returned by the customer's bank; the provider's word wins. */
export const REFUND_MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['succeeded'],
};

/** The statuses that can change to this one, for the condition of an update. */
export function statusesBefore<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  after: Status,
): Status[] {
  // Object.keys forgets the keys' type.
  return (Object.keys(moves) as Status[]).filter((before) => moves[before].includes(after));
}
