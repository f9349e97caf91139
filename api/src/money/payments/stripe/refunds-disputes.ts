import type { Stripe } from 'stripe';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import { RefundRefused, type ProviderRefund } from '../provider.ts';
import type { ChargeRefund } from '../recurring.ts';
import { meaningOf } from './answers.ts';
import { disputeOf, refundOf } from './states.ts';

/** Throws `RefundRefused` when Stripe refuses. */
export async function createRefund(
  stripe: Stripe,
  { key, paymentId, amountCents, reason }: ChargeRefund,
): Promise<ProviderRefund> {
  try {
    return refundOf(
      await stripe.refunds.create(
        {
          payment_intent: paymentId,
          amount: amountCents,
          reason: 'requested_by_customer',
          metadata: { refundKey: key, reason: reason.slice(0, 500) },
        },
        { idempotencyKey: `refund-${key}` },
      ),
    );
  } catch (error) {
    if (error instanceof Error && meaningOf('refund', error) === 'refused')
      throw new RefundRefused(error.message);
    throw error;
  }
}

export async function disputeAbout(stripe: Stripe, intentId: string): Promise<Dispute | null> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 1 });
  return data[0] ? disputeOf(data[0]) : null;
}
