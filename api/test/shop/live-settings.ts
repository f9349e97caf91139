import type { FakePaypal } from '../paypal/fake-paypal.ts';
import type { FakeStripe } from '../stripe/fake-stripe.ts';

/** The environment of a shop process that uses these fakes as its payment providers. */
export const liveSettings = (stripe: FakeStripe, paypal: FakePaypal) => ({
  PAYMENTS: 'live',
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.base,
  STRIPE_JS_URL: stripe.scriptUrl,
  PAYPAL_CLIENT_ID: paypal.clientId,
  PAYPAL_CLIENT_SECRET: paypal.clientSecret,
  PAYPAL_WEBHOOK_ID: paypal.webhookId,
  PAYPAL_API_BASE: paypal.base,
});
