import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { CARD_FALLBACK, type Confirmation } from '../pay-by-card.ts';

/** Processing counts as paid: the server then makes a pending order. */
const PAID: ReadonlySet<string | undefined> = new Set(['succeeded', 'processing']);

const UNVERIFIED_BANK =
  'Your bank account needs to be verified first. Stripe sends a small deposit to it within two business days, and an email with a link to confirm it. Your order is completed after that. To order now, choose another payment method.';

/**
 * Charges the card in Stripe's fields. The bank may ask for a confirmation. Some payment methods redirect to
 * another page and back to /checkout.
 */
export async function payWithStripe(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<Confirmation> {
  try {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: `${location.origin}/checkout?stripe=return` },
      redirect: 'if_required',
    });
    if (error) return refusal(error);
    if (PAID.has(paymentIntent.status)) return 'paid';
    if (paymentIntent.next_action?.type === 'verify_with_microdeposits')
      return { failure: UNVERIFIED_BANK, isCertain: false };
    return { failure: `Payment status: ${paymentIntent.status}`, isCertain: false };
  } catch {
    return { failure: CARD_FALLBACK, isCertain: false };
  }
}

function refusal({ type, code, message, payment_intent: intent }: StripeError): Confirmation {
  // The payment succeeded, and the error is about something else.
  if (PAID.has(intent?.status)) return 'paid';
  // Stripe's fields show their own errors.
  if (type === 'validation_error') return 'incomplete';
  if (code === 'payment_intent_unexpected_state') return 'over';
  return { failure: message || CARD_FALLBACK, isCertain: type === 'card_error' };
}
