import type { Db } from '../db/client.ts';
import type { Env } from '../env.ts';
import { createDemoProviders } from './demo/provider.ts';
import { createDisabledProvider } from './disabled-provider.ts';
import { createPaypalProvider } from './paypal/provider.ts';
import type { Providers } from './provider.ts';
import { createStripeProvider } from './stripe/provider.ts';

/** The one place that knows which providers there are. */
export function createProviders(
  { payments, secret }: Pick<Env, 'payments' | 'secret'>,
  db: Db,
  now: () => Date,
): Providers {
  if (payments.mode === 'demo') return createDemoProviders(db, secret, now);
  const { stripe, paypal } = payments;
  return {
    'credit-card': stripe ? createStripeProvider(stripe, now) : createDisabledProvider('stripe'),
    paypal: paypal ? createPaypalProvider(paypal) : createDisabledProvider('paypal'),
  };
}
