import type { DoctorLine } from '@northlight/shared/contracts/operations.ts';
import { createPaypalClient, PaypalRefusal } from '../../money/payments/paypal/client.ts';
import { createStripeClient } from '../../money/payments/stripe/client.ts';
import { off, ok, warning, type DoctorContext } from './check.ts';

/**
 * What a restricted key needs, and a call that shows whether it has it. Calls that write name an object that
 * does not exist, so that nothing changes: Stripe checks the permission first.
 */
const STRIPE_PERMISSIONS: [name: string, method: 'GET' | 'POST', path: string, params?: object][] = [
  ['PaymentIntents (write)', 'POST', '/v1/payment_intents/pi_northlightcheck/cancel'],
  ['Charges and Refunds (write)', 'POST', '/v1/refunds', { payment_intent: 'pi_northlightcheck' }],
  ['Customers (write)', 'POST', '/v1/customers/cus_northlightcheck'],
  ['PaymentMethods (write)', 'POST', '/v1/payment_methods/pm_northlightcheck'],
  ['Products (write)', 'POST', '/v1/products/northlight-check'],
  ['Prices and Plans (write)', 'POST', '/v1/prices/price_northlightcheck'],
  ['Subscriptions (write)', 'POST', '/v1/subscriptions/sub_northlightcheck'],
  ['Customer portal (write)', 'POST', '/v1/billing_portal/sessions', { customer: 'cus_northlightcheck' }],
  ['Charges (read)', 'GET', '/v1/charges?limit=1'],
  ['Disputes (read)', 'GET', '/v1/disputes?limit=1'],
  ['Invoices (read)', 'GET', '/v1/invoices?limit=1'],
];

/** The features that the PayPal app needs besides payments. */
const PAYPAL_FEATURES: [name: string, path: string][] = [
  ['Subscriptions', '/v1/billing/plans?page_size=1'],
  ['Disputes', '/v1/customer/disputes?page_size=1'],
];

export async function checkStripePermissions({ settings }: DoctorContext): Promise<DoctorLine | null> {
  const { payments: mode } = settings;
  if (mode.mode === 'demo' || !mode.stripe) return null;
  if (!mode.stripe.secretKey.startsWith('rk_'))
    return off('Stripe permissions', 'The key isn’t restricted, so it may do everything.');
  const stripe = createStripeClient(mode.stripe);
  const missing = await missingOf(STRIPE_PERMISSIONS, ([, method, path, params]) =>
    stripe.rawRequest(method, path, params),
  );
  return missing.length === 0
    ? ok('Stripe permissions', 'The restricted key has every permission that the shop needs.')
    : warning(
        'Stripe permissions',
        `The restricted key lacks ${missing.join(', ')}.`,
        'Add them in Stripe’s dashboard, under Developers, API keys.',
      );
}

export async function checkPaypalFeatures({ settings }: DoctorContext): Promise<DoctorLine | null> {
  const { payments: mode } = settings;
  if (mode.mode === 'demo' || !mode.paypal) return null;
  const client = createPaypalClient(mode.paypal);
  const missing = await missingOf(PAYPAL_FEATURES, ([, path]) => client.execute({ verb: 'GET', path }));
  return missing.length === 0
    ? ok('PayPal features', 'The app may use subscriptions and disputes.')
    : warning(
        'PayPal features',
        `The app may not use ${missing.join(' and ')}.`,
        'Turn them on in the app’s features in PayPal’s developer dashboard. It can take some hours.',
      );
}

/** Only a 403 shows that something is missing. Other checks report keys that don't work at all. */
async function missingOf<Need extends [name: string, ...unknown[]]>(
  needs: readonly Need[],
  call: (need: Need) => Promise<unknown>,
): Promise<string[]> {
  const found = await Promise.all(
    needs.map(async (need) => {
      try {
        await call(need);
        return [];
      } catch (error) {
        return statusOf(error) === 403 ? [need[0]] : [];
      }
    }),
  );
  return found.flat();
}

const statusOf = (error: unknown): unknown => {
  if (error instanceof PaypalRefusal) return error.status;
  return typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
};
