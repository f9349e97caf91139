import type { PageSources } from '../../http/middleware/static-site.ts';
import type { PaymentSettings } from '../../base/settings/payment-settings.ts';

/** Link, Stripe's wallet, is part of the payment form. Stripe documents that it loads from these. */
const LINK = ['https://link.com', 'https://*.link.com'];

/**
 * What Stripe's fields need on /checkout, and only there; see
 * https://docs.stripe.com/security/guide#content-security-policy. Nothing in demo mode. The form has no
 * address field, so Google Maps, which completes addresses, is left out.
 */
export function checkoutSources(payments: PaymentSettings): PageSources {
  if (payments.mode === 'demo' || !payments.stripe)
    return { scripts: [], frames: [], connections: [], images: [] };
  const { jsUrl, apiBase } = payments.stripe;
  const scripts = jsUrl ? [new URL(jsUrl).origin] : ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return {
    scripts,
    frames: [...scripts, 'https://hooks.stripe.com', ...LINK],
    connections: [apiBase ? new URL(apiBase).origin : 'https://api.stripe.com', ...LINK],
    images: ['https://*.link.com'],
  };
}
