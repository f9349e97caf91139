import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { holdsMoney, type Dispute } from '@northlight/shared/contracts/payments.ts';
import { refundRefused } from '../../base/errors.ts';

/** What a provider says about a dispute, as it is stored: with when it was lost, and with what was left to take back. */
export function rememberedDispute(
  said: Dispute,
  stored: Dispute | null | undefined,
  leftCents: Cents,
  now: Date,
): Dispute {
  // Providers name the whole charge, also if a part of it was refunded before.
  const amountCents = stored?.amountCents ?? Math.min(said.amountCents ?? leftCents, leftCents);
  return said.status === 'lost'
    ? { ...said, amountCents, lostAt: stored?.lostAt ?? now.toISOString() }
    : { ...said, amountCents };
}

/** What an email about a step is keyed by. */
export type DisputeStep = `disputed${string}`;

/** The step that the business is told about: it began, waits for an answer again, or was decided. Null if none. */
export function stepOf(dispute: Dispute, stored: Dispute | null | undefined): DisputeStep | null {
  const step = ({ status, respondBy, isInquiry }: Dispute) => [status, respondBy, isInquiry ?? false];
  if (stored && isDeepStrictEqual(step(dispute), step(stored))) return null;
  return stored ? `disputed:${step(dispute).join(':')}` : 'disputed';
}

/** Throws 409 if the bank has the money, or decides about it. A refund would pay the customer twice. */
export function checkUndisputed(dispute: Dispute | null | undefined): void {
  if (!dispute || !holdsMoney(dispute)) return;
  throw refundRefused(
    dispute.status === 'lost'
      ? 'You lost a dispute about this payment, and the customer has the money already.'
      : 'The customer disputed this payment. You can refund it again once you win.',
  );
}
