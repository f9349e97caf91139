import type { PaymentRowStatus, RefundStatus } from '@northlight/shared/contracts/payments.ts';
import type { ChargeStatus } from '@northlight/shared/contracts/recurring.ts';
import type { AgreementStatus } from '@northlight/shared/contracts/lists.ts';

/**
 * The allowed status changes. A late payment counts, so `failed` can still become `processing` or `paid`.
 * Nothing leaves `paid`: money that goes back is a refund.
 */
export const PAYMENT_MOVES: Record<PaymentRowStatus, readonly PaymentRowStatus[]> = {
  open: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed'],
  failed: ['processing', 'paid'],
  paid: [],
};

/** A refund that went through can still be returned by the customer's bank; the provider's word wins. */
export const REFUND_MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: ['succeeded'],
};

/** A recurring payment that was canceled or has ended never charges again. */
export const AGREEMENT_MOVES: Record<AgreementStatus, readonly AgreementStatus[]> = {
  pending: ['active', 'past-due', 'paused', 'canceled', 'ended'],
  active: ['past-due', 'paused', 'canceled', 'ended'],
  'past-due': ['active', 'paused', 'canceled', 'ended'],
  paused: ['active', 'past-due', 'canceled', 'ended'],
  canceled: [],
  ended: [],
};

/** Whether it was canceled or has ended. */
export const isOver = ({ state }: { state: AgreementStatus }): boolean => AGREEMENT_MOVES[state].length === 0;

/** A failed charge can still be paid. What was paid can only be refunded. */
export const CHARGE_MOVES: Record<ChargeStatus, readonly ChargeStatus[]> = {
  due: ['paid', 'failed', 'refunded'],
  failed: ['paid', 'refunded'],
  paid: ['refunded'],
  // The refund was returned by the customer's bank.
  refunded: ['paid'],
};

/** The statuses that can change to this one, for the condition of an update. */
export function statusesBefore<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  after: Status,
): Status[] {
  // Object.keys forgets the keys' type.
  return (Object.keys(moves) as Status[]).filter((before) => moves[before].includes(after));
}
