import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startFakePaypal } from '../../../test/paypal/fake-paypal.ts';
import { testDatabase, testEnv, TEST_NOW } from '../../../test/shop/test-app.ts';
import { startFakeStripe } from '../../../test/stripe/fake-stripe.ts';
import { checkPaypalFeatures, checkStripePermissions } from './permission-checks.ts';

function aContext(payments: object) {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  const live = { mode: 'live' as const, stripe: null, paypal: null, ...payments };
  return { db, now: () => TEST_NOW, settings: testEnv({ payments: live }) };
}

async function restricted(secretKey = 'rk_test_51abcdefghijklmnop') {
  const fake = await startFakeStripe({ secretKey });
  onTestFinished(fake.close);
  const { publishableKey, webhookSecret, base: apiBase } = fake;
  const stripe = { secretKey, publishableKey, webhookSecret, apiBase, jsUrl: undefined };
  return { fake, context: aContext({ stripe }) };
}

test('a restricted key with every permission is fine, and nothing is changed at Stripe', async () => {
  const { fake, context } = await restricted();
  expect(await checkStripePermissions(context)).toMatchObject({ state: 'ok' });
  const { intents, refunds, customers, products, subscriptions } = fake.records;
  expect([intents, refunds, customers, products, subscriptions].map(({ size }) => size)).toEqual([
    0, 0, 0, 0, 0,
  ]);
});

test.each([
  ['/payment_intents/', 'PaymentIntents (write)'],
  ['/refunds$', 'Charges and Refunds (write)'],
  ['/customers/', 'Customers (write)'],
  ['/payment_methods/', 'PaymentMethods (write)'],
  ['/products/', 'Products (write)'],
  ['/prices/', 'Prices and Plans (write)'],
  ['/subscriptions/', 'Subscriptions (write)'],
  ['/billing_portal/', 'Customer portal (write)'],
  ['/charges', 'Charges (read)'],
  ['/disputes', 'Disputes (read)'],
  ['/invoices', 'Invoices (write)'],
  ['/checkout/sessions', 'Checkout Sessions (write)'],
  ['/setup_intents', 'SetupIntents (write)'],
])('without %s the check names the permission as Stripe does, and so does the manual', async (path, name) => {
  const { fake, context } = await restricted();
  fake.settings.forbidden = new RegExp(path);
  expect(await checkStripePermissions(context)).toMatchObject({
    state: 'warning',
    message: `The restricted key lacks ${name}.`,
  });
  const manual = readFileSync(new URL('../../../../docs/payments.md', import.meta.url), 'utf8');
  expect(manual.replaceAll(/\s+/g, ' ')).toContain(name);
});

test('a key that isn’t restricted needs no check', async () => {
  const { fake, context } = await restricted('sk_test_51abcdefghijklmnop');
  expect(await checkStripePermissions(context)).toMatchObject({ state: 'off' });
  expect(fake.requests).toEqual([]);
});

test('a PayPal app without subscriptions or disputes is told which feature is missing', async () => {
  const fake = await startFakePaypal();
  onTestFinished(fake.close);
  const { clientId, clientSecret, webhookId, base: apiBase } = fake;
  const context = aContext({
    paypal: { clientId, clientSecret, webhookId, apiBase, publicUrl: 'https://x.example' },
  });
  expect(await checkPaypalFeatures(context)).toMatchObject({ state: 'ok' });
  fake.settings.forbidden = /billing|disputes/;
  expect(await checkPaypalFeatures(context)).toMatchObject({
    state: 'warning',
    message: 'The app may not use Subscriptions and Disputes.',
  });
});

test('a provider that does not answer is not said to permit anything', async () => {
  const { fake, context } = await restricted();
  await fake.close();
  expect(await checkStripePermissions(context)).toMatchObject({
    state: 'warning',
    message: 'Stripe didn’t answer, so this wasn’t checked.',
  });
  const paypal = { clientId: 'x', clientSecret: 'x', webhookId: 'x', apiBase: fake.base, publicUrl: 'x' };
  expect(await checkPaypalFeatures(aContext({ paypal }))).toMatchObject({
    state: 'warning',
    message: 'PayPal didn’t answer, so this wasn’t checked.',
  });
});
