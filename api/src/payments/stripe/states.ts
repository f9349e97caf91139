import type Stripe from 'stripe';
import type { PaymentState, ProviderRefund } from '../provider.ts';
import { INTENT_STATUSES, REFUND_STATUSES } from './answers.ts';

/** Maps every status of a PaymentIntent explicitly; see docs/payments.md. The charge must be expanded. */
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
  return {
    status: 'paid',
    amountCents: intent.amount_received,
    currency: intent.currency,
    chargeId: charge?.id ?? null,
    refunds: charge?.refunds?.data.map(refundOf) ?? [],
    isDisputed: charge?.disputed ?? false,
  };
}

export function refundOf({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  return {
    id,
    amountCents: amount,
    key: metadata?.['refundKey'] ?? null,
    status: REFUND_STATUSES[status ?? ''] ?? 'pending',
  };
}
