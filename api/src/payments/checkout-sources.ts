import type { PageSources } from '../middleware/static-site.ts';
import type { PaymentSettings } from './payment-settings.ts';

/** What Stripe's own fields need on /checkout, and no other page gets. In demo mode nothing. */
export function checkoutSources(payments: PaymentSettings): PageSources {
  if (payments.mode === 'demo' || !payments.stripe) return { scripts: [], frames: [], connections: [] };
  const { jsUrl, apiBase } = payments.stripe;
  const script = jsUrl ? new URL(jsUrl).origin : 'https://js.stripe.com';
  return {
    scripts: [script],
    frames: [script, 'https://hooks.stripe.com'],
    connections: [apiBase ? new URL(apiBase).origin : 'https://api.stripe.com'],
  };
}
