import { createPaypalClient } from '../../money/payments/paypal/client.ts';
import { createStripeClient } from '../../money/payments/stripe/client.ts';
import { off, ok, warning, type DoctorContext, type Finding } from './check.ts';
import { statusOf } from './payment-checks.ts';

/**
 * What a restricted key needs, and a call that shows whether it has it. Calls that write name an object that
 * does not exist, so that nothing changes: Stripe checks the permission first.
 */
export const STRIPE_PERMISSIONS: [name: string, method: 'GET' | 'POST', path: string, params?: object][] = [
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
  ['Invoices (write)', 'POST', '/v1/invoices/in_northlightcheck'],
  ['Checkout Sessions (write)', 'POST', '/v1/checkout/sessions', { customer: 'cus_northlightcheck' }],
  ['SetupIntents (write)', 'POST', '/v1/setup_intents/seti_northlightcheck'],
];

/** The features that the PayPal app needs besides payments. */
export const PAYPAL_FEATURES: [name: string, path: string][] = [
  ['Subscriptions', '/v1/billing/plans?page_size=1'],
  ['Disputes', '/v1/customer/disputes?page_size=1'],
];

export async function checkStripePermissions({ settings }: DoctorContext): Promise<Finding | null> {
  const { payments: mode } = settings;
  if (mode.mode === 'demo' || !mode.stripe) return null;
  if (!mode.stripe.secretKey.startsWith('rk_'))
    return off('The key isn’t restricted, so it may do everything.');
  const stripe = createStripeClient(mode.stripe);
  const missing = await missingOf(STRIPE_PERMISSIONS, ([, method, path, params]) =>
    stripe.rawRequest(method, path, params),
  );
  if (!missing) return unanswered('Stripe');
  return missing.length === 0
    ? ok('The restricted key has every permission that the shop needs.')
    : warning(
        `The restricted key lacks ${missing.join(', ')}.`,
        'Add them in Stripe’s dashboard, under Developers, API keys.',
      );
}

export async function checkPaypalFeatures({ settings }: DoctorContext): Promise<Finding | null> {
  const { payments: mode } = settings;
  if (mode.mode === 'demo' || !mode.paypal) return null;
  const client = createPaypalClient(mode.paypal);
  const missing = await missingOf(PAYPAL_FEATURES, ([, path]) => client.execute({ verb: 'GET', path }));
  if (!missing) return unanswered('PayPal');
  return missing.length === 0
    ? ok('The app may use subscriptions and disputes.')
    : warning(
        `The app may not use ${missing.join(' and ')}.`,
        'Turn them on in the app’s features in PayPal’s developer dashboard. It can take some hours.',
      );
}

const unanswered = (provider: string) =>
  warning(`${provider} didn’t answer, so this wasn’t checked.`, 'Run this check again in a few minutes.');

/** What a call for something that does not exist is answered with if it is permitted. */
const PERMITTED = new Set<unknown>([400, 402, 404]);

/** A 403 shows that something is missing. Null if nothing shows it and a call got no such answer. */
export async function missingOf<Need extends [name: string, ...unknown[]]>(
  needs: readonly Need[],
  call: (need: Need) => Promise<unknown>,
): Promise<string[] | null> {
  const answers = await Promise.all(
    needs.map(async (need) => ({
      name: need[0],
      status: await call(need).then(
        () => 404,
        (error: unknown) => statusOf(error),
      ),
    })),
  );
  const missing = answers.filter(({ status }) => status === 403).map(({ name }) => name);
  const isAnswered = answers.every(({ status }) => PERMITTED.has(status));
  return missing.length > 0 || isAnswered ? missing : null;
}
