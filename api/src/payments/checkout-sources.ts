import type { PageSources } from '../middleware/static-site.ts';
import type { PaymentSettings } from './payment-settings.ts';

/** Link, Stripe's own wallet, is part of the payment form; Stripe says that it loads from these. */
const LINK = ['https://link.com', 'https://*.link.com'];

/**
 * What Stripe's own fields need on /checkout, and no other page gets; see
 * https://docs.stripe.com/security/guide#content-security-policy. In demo mode nothing. The form asks for no address, so
 * Google's maps, which complete addresses, are left out.
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
