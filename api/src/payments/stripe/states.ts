import type Stripe from 'stripe';
import type { PaymentState, ProviderRefund } from '../provider.ts';

/** Every status of a PaymentIntent, mapped on purpose; see docs/payments.md. The charge must be expanded. */
export function stateOfIntent(intent: Stripe.PaymentIntent): PaymentState {
  switch (intent.status) {
    case 'succeeded':
      return paid(intent);
    case 'canceled':
      return { status: 'failed', reason: 'The payment was canceled at Stripe.' };
    // Bank debits take days; an event tells how they end.
    case 'processing':
      return { status: 'processing' };
    // A declined card leaves the intent where it was: the buyer may try another one.
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
    // Money that is only reserved is not here. We never ask for that.
    case 'requires_capture':
      return { status: 'open' };
    default:
      // A status that is new to us is never taken for paid.
      return { status: 'open' };
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
  return { id, amountCents: amount, key: metadata?.['refundKey'] ?? null, status: refundStatus(status) };
}

function refundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
