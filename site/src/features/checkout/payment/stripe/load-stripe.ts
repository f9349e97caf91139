import type { PaymentModeResponse } from '@northlight/shared/contracts/payments.ts';
import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

type Keys = NonNullable<PaymentModeResponse['stripe']>;

let loading: Promise<Stripe> | undefined;

/**
 * Loads Stripe's script from Stripe, only on the payment step and only in live mode. Rejects when it does not
 * load.
 */
export function loadStripeOnce(keys: Keys): Promise<Stripe> {
  loading ??= load(keys).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load({ publishableKey, jsUrl }: Keys): Promise<Stripe> {
  if (jsUrl) return (await scriptFrom(jsUrl))(publishableKey);
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe’s script runs in browsers only.');
  return stripe;
}

/** Set when the server names another script address. */
function scriptFrom(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => {
      if (window.Stripe) resolve(window.Stripe);
      else reject(new Error('Stripe’s script doesn’t define Stripe.'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('Stripe’s script didn’t load.'));
    });
    document.head.append(script);
  });
}
