import { onTestFinished } from 'vitest';
import type { Env } from '../../src/base/settings/env.ts';
import { startFakePaypal } from '../paypal/fake-paypal.ts';
import { startFakeStripe } from '../stripe/fake-stripe.ts';
import { TEST_NOW, testDatabase, testEnv } from './test-app.ts';

const PUBLIC_URL = 'https://shop.example.com';

/** What the checks of the system get: a new database, these settings, and the time. */
export function doctorContext(env: Partial<Env> = {}, db = testDatabase(), now = TEST_NOW) {
  onTestFinished(() => void db.$client.close());
  return { db, now: () => now, settings: testEnv(env) };
}

const live = { mode: 'live' as const, stripe: null, paypal: null };

/** A fake Stripe, and the settings of a shop that is connected to it. */
export async function stripePayments(key?: string) {
  const fake = await startFakeStripe(key === undefined ? {} : { secretKey: key });
  onTestFinished(fake.close);
  const { publishableKey, secretKey, webhookSecret, base: apiBase } = fake;
  const stripe = { publishableKey, secretKey, webhookSecret, apiBase, jsUrl: undefined };
  return { fake, payments: { ...live, stripe } };
}

/** A fake PayPal, and the settings of a shop that is connected to it. */
export async function paypalPayments() {
  const fake = await startFakePaypal();
  onTestFinished(fake.close);
  const { clientId, clientSecret, webhookId, base: apiBase } = fake;
  const paypal = { clientId, clientSecret, webhookId, apiBase, publicUrl: PUBLIC_URL };
  return { fake, payments: { ...live, paypal } };
}
