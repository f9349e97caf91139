import type { Db } from '../../db/client.ts';
import type { Env } from '../../base/settings/env.ts';
import { createDemoProviders } from './demo/provider.ts';
import { withEarlier } from './earlier-accounts.ts';
import { createPaypalProvider } from './paypal/provider.ts';
import {
  type Providers,
  InvalidSignature,
  ProviderDisabled,
  RefundRefused,
  type PaymentProvider,
} from './provider.ts';
import { createStripeProvider } from './stripe/provider.ts';
import { DEMO_IS_OVER, refusedRecurring } from './recurring.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import { methodUnavailable } from '../../base/errors.ts';

/** The one place that knows which providers there are. */
export function createProviders(
  { payments, earlier, secret }: Pick<Env, 'payments' | 'earlier' | 'secret'>,
  db: Db,
  now: () => Date,
  billingNow: () => Date,
): Providers {
  const demo = createDemoProviders(db, secret, now, billingNow);
  const { stripe, paypal } = payments.mode === 'demo' ? NO_KEYS : payments;
  const real = {
    'credit-card': withEarlier(
      stripe ? createStripeProvider(stripe, now) : createDisabledProvider('stripe'),
      earlier.stripe.map((account) => createStripeProvider(account, now)),
    ),
    paypal: withEarlier(
      paypal ? createPaypalProvider(paypal, now) : createDisabledProvider('paypal'),
      earlier.paypal.map((account) => createPaypalProvider(account, now)),
    ),
  };
  return payments.mode === 'demo'
    ? { ...demo, others: [real['credit-card'], real.paypal] }
    : { ...real, others: [demo['credit-card'], demo.paypal].map(ended) };
}

const NO_KEYS = { stripe: null, paypal: null };

/** A demo that is over: what was paid in it stays a demo, and nothing else can be paid there anymore. */
function ended(demo: PaymentProvider): PaymentProvider {
  const lookUp: PaymentProvider['lookUp'] = async (id) => {
    const state = await demo.lookUp(id);
    return state.status === 'open' ? { status: 'failed', reason: 'The shop is no longer a demo.' } : state;
  };
  return { ...demo, lookUp, capture: lookUp, recurring: DEMO_IS_OVER };
}

/** A payment method that this shop has no keys for. */
export function createDisabledProvider(name: ProviderName): PaymentProvider {
  const closed = async (): Promise<never> => {
    throw methodUnavailable();
  };
  const unknown = async (): Promise<never> => {
    throw new ProviderDisabled(name);
  };
  return {
    name,
    keyLifetimeMs: 0,
    start: closed,
    capture: unknown,
    lookUp: unknown,
    // Attempts from before the keys were removed block nothing.
    cancel: async () => false,
    refund: async () => {
      throw new RefundRefused('This shop has no keys for this payment method.');
    },
    recurring: refusedRecurring('This shop has no API keys for this payment method.'),
    parseEvent: async () => {
      throw new InvalidSignature('This payment provider is not set up.');
    },
  };
}
