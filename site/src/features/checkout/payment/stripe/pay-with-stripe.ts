import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { MINIMUM_AMOUNT_CENTS, MINIMUM_AMOUNT_MESSAGE } from '@northlight/shared/contracts/checkout.ts';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import type { Stripe, StripeElements } from '@stripe/stripe-js';

const FALLBACK = 'There was an issue processing your payment. Please try again.';

/** `over`: nobody can pay this payment any more, since it was paid or ended by the shop. */
export type StripeOutcome = 'paid' | 'failed' | 'over';

/**
 * Paid when Stripe says that it succeeded. A second confirmation by the bank happens on the way; some ways of paying lead
 * the buyer elsewhere and back to /checkout. Says in a toast what failed.
 */
export async function payWithStripe(
  stripe: Stripe,
  elements: StripeElements,
  chargedCents: Cents,
): Promise<StripeOutcome> {
  if (chargedCents < MINIMUM_AMOUNT_CENTS) {
    showToast({ title: 'Invalid Amount', description: MINIMUM_AMOUNT_MESSAGE, isError: true });
    return 'failed';
  }
  try {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}/checkout?stripe=return` },
      redirect: 'if_required',
    });
    // What is missing in a field stands at the field already.
    if (error?.type === 'validation_error') return 'failed';
    if (error?.code === 'payment_intent_unexpected_state') return 'over';
    if (error) return fail(error.message || FALLBACK);
    return paymentIntent.status === 'succeeded' ? 'paid' : fail(`Payment status: ${paymentIntent.status}`);
  } catch {
    return fail(FALLBACK);
  }
}

function fail(description: string): StripeOutcome {
  showToast({ title: 'Payment Failed', description, isError: true });
  return 'failed';
}
