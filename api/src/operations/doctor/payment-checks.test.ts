import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { insert as insertEvent } from '../../money/provider-events/event-store.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import { PAYPAL_EVENTS } from '../../money/payments/paypal/events.ts';
import { STRIPE_EVENTS } from '../../money/payments/stripe/events.ts';
import { hurry } from '../../../test/provider/fixture.ts';
import { doctorContext, paypalPayments, stripePayments } from '../../../test/shop/doctor-context.ts';
import { webhookEndpoint } from '../../../test/stripe/webhook-endpoints.ts';
import { TEST_NOW } from '../../../test/shop/test-app.ts';
import { checkPaypal, checkStripe } from './payment-checks.ts';

const PUBLIC_URL = 'https://shop.example.com';
const STRIPE_URL = `${PUBLIC_URL}/api/webhooks/stripe`;
const PAYPAL_URL = `${PUBLIC_URL}/api/webhooks/paypal`;

async function stripeShop({
  secretKey,
  publicUrl = PUBLIC_URL,
}: { secretKey?: string; publicUrl?: string } = {}) {
  const { fake, payments } = await stripePayments();
  if (secretKey) payments.stripe.secretKey = secretKey;
  return { fake, context: doctorContext({ publicUrl, payments }) };
}

async function paypalShop(changes: object = {}) {
  const { fake, payments } = await paypalPayments();
  fake.settings.webhook = { id: fake.webhookId, url: PAYPAL_URL, events: PAYPAL_EVENTS };
  Object.assign(payments.paypal, changes);
  return { fake, context: doctorContext({ publicUrl: PUBLIC_URL, payments }) };
}

const SET_UP = 'The webhook is set up. No event has arrived yet.';

test('a shop in demo mode has its payments to do before it sells, and a public one is warned', async () => {
  for (const [publicUrl, state] of [
    ['http://localhost:3000', 'todo'],
    [PUBLIC_URL, 'warning'],
  ] as const) {
    const context = doctorContext({ publicUrl, payments: { mode: 'demo' } });
    expect(await checkStripe(context)).toMatchObject({ name: 'Payments', state });
    expect(await checkPaypal(context)).toEqual([]);
  }
});

test('a Stripe key and a complete webhook are fine, and nothing is changed at Stripe', async () => {
  const { fake, context } = await stripeShop();
  fake.settings.webhookEndpoints = [
    webhookEndpoint(STRIPE_URL, [], 'disabled'),
    webhookEndpoint(STRIPE_URL, STRIPE_EVENTS),
    webhookEndpoint('https://other.example/hook', ['*']),
  ];
  expect(await checkStripe(context)).toEqual([
    { state: 'ok', message: 'Stripe accepts the key.' },
    { name: 'Stripe events', state: 'ok', message: SET_UP },
  ]);
  fake.settings.webhookEndpoints = [webhookEndpoint(STRIPE_URL, ['*'])];
  expect(await checkStripe(context)).toMatchObject([{}, { message: SET_UP }]);
  expect(fake.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
});

test('a wrong Stripe key is a failure that does not show the key', async () => {
  const { context } = await stripeShop({ secretKey: 'sk_test_wrongwrongwrong' });
  const line = await checkStripe(context);
  expect(line).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('Invalid API Key'),
    advice: 'Copy STRIPE_SECRET_KEY again from the provider’s dashboard.',
  });
  expect(JSON.stringify(line)).not.toContain('wrongwrong');
});

test('a restricted Stripe key that may not read webhooks is a warning; one that may not read charges is a failure', async () => {
  const { fake, context } = await stripeShop();
  fake.settings.forbidden = /webhook_endpoints/;
  expect(await checkStripe(context)).toMatchObject([
    { state: 'ok' },
    { state: 'warning', advice: 'Give the restricted key read access to Webhook Endpoints.' },
  ]);
  fake.settings.forbidden = /charges/;
  expect(await checkStripe(context)).toMatchObject({
    state: 'failure',
    advice: 'Give the keys the permissions in docs/payments.md.',
  });
});

test('a busy and an unreachable Stripe are failures with different advice', async () => {
  const { fake, context } = await stripeShop();
  for (let tries = 0; tries < 3; tries += 1) fake.faults.next('busy');
  expect(await hurry(async () => checkStripe(context))).toMatchObject({ advice: 'Try again in a minute.' });
  for (let tries = 0; tries < 3; tries += 1) fake.faults.next('hangs up');
  expect(await hurry(async () => checkStripe(context))).toMatchObject({
    state: 'failure',
    advice: expect.stringContaining('can reach the provider'),
  });
});

const FEWER = STRIPE_EVENTS.filter((event) => !event.startsWith('invoice.'));

test.each([
  ['no webhook', [], /no webhook for https:\/\/shop\.example\.com\/api\/webhooks\/stripe/],
  ['a webhook with another address', [webhookEndpoint(`${STRIPE_URL}/`, ['*'])], /no webhook for/],
  ['a disabled webhook', [webhookEndpoint(STRIPE_URL, ['*'], 'disabled')], /disabled/],
  ['a webhook without all events', [webhookEndpoint(STRIPE_URL, FEWER)], /missing invoice\.paid, invoice\.p/],
])('%s at Stripe is a failure that names the address or the events', async (_case, endpoints, words) => {
  const { fake, context } = await stripeShop();
  fake.settings.webhookEndpoints = endpoints;
  expect(await checkStripe(context)).toMatchObject([
    {},
    { state: 'failure', message: expect.stringMatching(words), advice: expect.any(String) },
  ]);
});

test('on localhost no webhook is expected', async () => {
  const { context } = await stripeShop({ publicUrl: 'http://localhost:3000' });
  expect(await checkStripe(context)).toMatchObject([
    { state: 'ok' },
    { name: 'Stripe events', state: 'off' },
  ]);
});

test('PayPal’s keys and a complete webhook are fine', async () => {
  const { fake, context } = await paypalShop();
  expect(await checkPaypal(context)).toEqual([
    { state: 'ok', message: 'PayPal accepts the keys.' },
    { name: 'PayPal events', state: 'ok', message: SET_UP },
  ]);
  expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/oauth2/token',
    `GET /v1/notifications/webhooks/${fake.webhookId}`,
  ]);
});

test('wrong PayPal keys, missing permissions and a wrong webhook ID are told apart', async () => {
  const wrong = await paypalShop({ clientSecret: 'wrong' });
  expect(await checkPaypal(wrong.context)).toMatchObject({
    state: 'failure',
    advice: 'Copy PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET again from the provider’s dashboard.',
  });
  const limited = await paypalShop();
  limited.fake.settings.forbidden = /webhooks/;
  expect(await checkPaypal(limited.context)).toMatchObject({
    advice: expect.stringContaining('permissions'),
  });
  const other = await paypalShop({ webhookId: 'WH-OTHER' });
  expect(await checkPaypal(other.context)).toMatchObject([
    { state: 'ok' },
    { state: 'failure', message: 'PayPal has no webhook with the ID PAYPAL_WEBHOOK_ID.' },
  ]);
});

test('a PayPal webhook with another address or without all events is a failure', async () => {
  const { fake, context } = await paypalShop();
  fake.settings.webhook.url = 'https://old.example/api/webhooks/paypal';
  expect(await checkPaypal(context)).toMatchObject([
    {},
    { state: 'failure', message: 'The webhook points to https://old.example/api/webhooks/paypal.' },
  ]);
  fake.settings.webhook = { id: fake.webhookId, url: PAYPAL_URL, events: ['PAYMENT.SALE.COMPLETED'] };
  expect(await checkPaypal(context)).toMatchObject([
    {},
    { state: 'failure', message: expect.stringContaining('CHECKOUT.ORDER.APPROVED') },
  ]);
});

test('a payment without an event within an hour is a warning until an event arrives', async () => {
  const { fake, context } = await stripeShop();
  fake.settings.webhookEndpoints = [webhookEndpoint(STRIPE_URL, ['*'])];
  const hoursAgo = (hours: number) => new Date(TEST_NOW.getTime() - hours * 3_600_000);
  const pay = (hours: number) => {
    const at = hoursAgo(hours);
    const { id } = paymentStore.insert(context.db, {
      mode: 'live',
      provider: 'stripe',
      attemptKey: String(hours),
      draftId: null,
      amountCents: 100,
      recurring: null,
      clientNetwork: '203.0.113.0/24',
      now: at,
    });
    paymentStore.markPaid(context.db, id, { amountCents: 100, currency: 'usd' }, at);
  };
  const events = async () => [await checkStripe(context)].flat()[1];
  pay(0.5);
  expect(await events()).toMatchObject({ state: 'ok' });
  pay(2);
  expect(await events()).toMatchObject({
    state: 'warning',
    message: 'No event has arrived yet. The last payment is from 2026-11-21 08:00 UTC.',
    advice: expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
  });
  const unknown = { providerPaymentId: null, attemptKey: null, agreementId: null };
  const event = { id: 'evt_1', type: 'x', meaning: 'changed' as const, ...unknown };
  insertEvent(context.db, 'paypal', event, '{}', hoursAgo(1));
  expect(await events()).toMatchObject({ state: 'warning' });
  insertEvent(context.db, 'stripe', event, '{}', hoursAgo(1));
  expect(await events()).toMatchObject({
    state: 'ok',
    message: 'The webhook is set up. The last event arrived 2026-11-21 09:00 UTC.',
  });
});

test('docs/payments.md lists exactly the events that are checked', () => {
  const manual = readFileSync(new URL('../../../../docs/payments.md', import.meta.url), 'utf8');
  const step = /exactly\s+these events:(.*?)Leave out/s.exec(manual)?.[1] ?? '';
  const listed = [...step.matchAll(/`([\w.]+)`/g)].map(([, event]) => event);
  expect(listed.toSorted()).toEqual(STRIPE_EVENTS.toSorted());
  for (const event of PAYPAL_EVENTS) {
    const [, head = '', end = ''] = /^(CUSTOMER\.DISPUTE|[A-Z]+\.[A-Z]+)(\..+)$/.exec(event) ?? [];
    expect(manual.includes(`\`${event}\``) || manual.includes(`\`${end}\``), `${head}${end}`).toBe(true);
  }
});
