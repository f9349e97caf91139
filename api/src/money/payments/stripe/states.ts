import type Stripe from 'stripe';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import type { PaymentState, ProviderRefund } from '../provider.ts';
import { DISPUTE_STATUSES, INTENT_STATUSES, REFUND_STATUSES } from './answers.ts';

/** Maps every status of a PaymentIntent explicitly; see docs/payment-states.md. The charge must be expanded. */
export function stateOfIntent(intent: Stripe.PaymentIntent): PaymentState {
  const status = INTENT_STATUSES[intent.status] ?? 'open';
  switch (status) {
    case 'paid':
      return paid(intent);
    case 'failed':
      return { status, reason: 'The payment was canceled at Stripe.' };
    default:
      return { status };
  }
}

function paid(intent: Stripe.PaymentIntent): PaymentState {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  // Payments of the checkout have no customer.
  const agreementId = idOf(intent.customer);
  return {
    status: 'paid',
    amountCents: intent.amount_received,
    currency: intent.currency,
    chargeId: charge?.id ?? null,
    refunds: charge?.refunds?.data.map(refundOf) ?? [],
    dispute: null,
    ...(agreementId && { agreementId }),
    ...(intent.metadata['attemptKey'] && { attemptKey: intent.metadata['attemptKey'] }),
  };
}

/** Where the business answers it: Stripe's page of the payment. */
export function disputeOf({
  id,
  reason,
  status,
  livemode,
  evidence_details,
  payment_intent,
  charge,
  amount,
}: Stripe.Dispute): Dispute {
  const { due_by: dueBy } = evidence_details;
  const isAwaited = status.endsWith('needs_response');
  return {
    id,
    reason,
    status: DISPUTE_STATUSES[status] ?? 'open',
    respondBy: isAwaited && dueBy ? new Date(dueBy * 1_000).toISOString() : null,
    amountCents: amount,
    ...(status.startsWith('warning_') && { isInquiry: true }),
    url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${idOf(payment_intent) ?? idOf(charge)}`,
  };
}

/** Stripe names another object by its ID, or includes it. */
export function idOf(named: unknown): string | null {
  if (typeof named === 'string') return named;
  return typeof named === 'object' && named !== null && 'id' in named ? String(named.id) : null;
}

export function refundOf({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  return {
    id,
    amountCents: amount,
    key: metadata?.['refundKey'] ?? null,
    status: REFUND_STATUSES[status ?? ''] ?? 'pending',
  };
}
