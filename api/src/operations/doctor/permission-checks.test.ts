import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { doctorContext, paypalPayments, stripePayments } from '../../../test/shop/doctor-context.ts';
import { checkPaypalFeatures, checkStripePermissions } from './permission-checks.ts';

async function restricted(secretKey = 'rk_test_51abcdefghijklmnop') {
  const { fake, payments } = await stripePayments(secretKey);
  return { fake, context: doctorContext({ payments }) };
}

test('a restricted key with every permission is fine, and nothing is changed at Stripe', async () => {
  const { fake, context } = await restricted();
  expect(await checkStripePermissions(context)).toMatchObject({ state: 'ok' });
  const { intents, refunds, customers, products, subscriptions } = fake.records;
  for (const made of [intents, refunds, customers, products, subscriptions]) expect(made.size).toBe(0);
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
  const { fake, payments } = await paypalPayments();
  const context = doctorContext({ payments });
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
  const paypal = await paypalPayments();
  await paypal.fake.close();
  expect(await checkPaypalFeatures(doctorContext({ payments: paypal.payments }))).toMatchObject({
    state: 'warning',
    message: 'PayPal didn’t answer, so this wasn’t checked.',
  });
});
