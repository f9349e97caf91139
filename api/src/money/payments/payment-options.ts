import type { PaymentModeResponse } from '@northlight/shared/contracts/payments.ts';
import type { PaymentSettings } from '../../base/settings/payment-settings.ts';

/** What the browser may see of the settings. No secrets. */
export function paymentOptionsOf(payments: PaymentSettings): PaymentModeResponse {
  if (payments.mode === 'demo') return { mode: 'demo', methods: ['credit-card', 'paypal'], stripe: null };
  const { stripe, paypal } = payments;
  return {
    mode: 'live',
    methods: [...(stripe ? ['credit-card' as const] : []), ...(paypal ? ['paypal' as const] : [])],
    stripe: stripe && { publishableKey: stripe.publishableKey, jsUrl: stripe.jsUrl ?? null },
  };
}
