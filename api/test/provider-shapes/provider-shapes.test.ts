import { expect, onTestFinished, test } from 'vitest';
import { MONTHLY, openPaypal } from '../paypal/fixture.ts';
import { failureOf } from '../provider/fixture.ts';
import { presentWebhook } from '../paypal/present.ts';
import { webhookEndpoint } from '../stripe/webhook-endpoints.ts';
import { openStripe } from '../stripe/fixture.ts';
import { openStarted } from '../stripe/recurring-fixture.ts';
import * as paypal from './paypal.ts';
import type { PaypalShape } from './paypal.ts';
import * as stripe from './stripe.ts';
import * as billing from './stripe-billing.ts';
import type { Kind } from './stripe.ts';

type Json = { [key: string]: unknown };

/** Collects the body of every response and event from the fake, in order. */
function listen(fake: { state: { beforeAnswer?: unknown } }): Json[] {
  const heard: Json[] = [];
  fake.state.beforeAnswer = (_: unknown, { body }: { body?: unknown }) => {
    if (typeof body === 'object') heard.push(structuredClone(body) as Json);
  };
  return heard;
}

function kindOf(value: unknown): string {
  // Stripe shows another object as its ID or expanded.
  if (typeof value === 'object' && value && 'object' in value && typeof value.object === 'string')
    return 'string';
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}

/** Every required Stripe field must exist and have the right type. */
function wrongInStripe(object: Json, shape: Record<string, Kind>): string[] {
  return Object.entries(shape)
    .filter(([key, kind]) => {
      const found = kindOf(object[key]);
      return kind.endsWith('?') ? !['null', kind.slice(0, -1)].includes(found) : found !== kind;
    })
    .map(([key, kind]) => `${key} is ${kindOf(object[key])}, not ${kind}`);
}

/** Every required PayPal field must exist, and all fields must be documented. */
function wrongInPaypal(object: Json, { required, optional }: PaypalShape): string[] {
  return [
    ...required.filter((key) => object[key] === undefined).map((key) => `${key} is missing`),
    ...Object.keys(object)
      .filter((key) => object[key] !== undefined && ![...required, ...optional].includes(key))
      .map((key) => `${key} is made up`),
  ];
}

test('the fake Stripe’s objects have every required documented field', async () => {
  const { fake, start, buy, provider } = await openStripe();
  onTestFinished(fake.close);
  const heard = listen(fake);
  const { id } = await start({ attemptKey: 'open' });
  fake.confirm(id, 'declined');
  await provider.lookUp(id);
  fake.confirm(id, 'debit');
  await provider.lookUp(id);
  fake.settleDebit(id, true);
  const refund = { providerPaymentId: id, chargeId: null, currency: 'usd', reason: '' };
  await provider.refund({ ...refund, key: 'one', amountCents: 100 });
  fake.failRefund([...fake.records.refunds.keys()][0] ?? '');
  await provider.lookUp(await buy());
  const other = await start({ attemptKey: 'canceled' });
  await provider.cancel(other.id);
  await failureOf(provider.refund({ ...refund, key: 'two', amountCents: 99_999 }));
  const shapes: Record<string, Record<string, Kind>> = {
    payment_intent: stripe.PAYMENT_INTENT,
    charge: stripe.CHARGE,
    refund: stripe.REFUND,
  };
  const kinds = new Set<string>();
  const check = (object: Json): void => {
    const shape = shapes[String(object['object'])];
    if (!shape) return;
    kinds.add(String(object['object']));
    expect(wrongInStripe(object, shape)).toEqual([]);
    if (typeof object['latest_charge'] === 'object' && object['latest_charge'])
      check(object['latest_charge'] as Json);
  };
  for (const { error, ...object } of heard) {
    if (!error) check(object);
    else expect(stripe.ERROR_TYPES).toContain((error as Json)['type']);
  }
  expect(heard.some(({ error }) => error)).toBe(true);
  for (const event of fake.webhooks.events) {
    expect(wrongInStripe(event, stripe.EVENT)).toEqual([]);
    check(event.data.object);
  }
  expect([...kinds].toSorted()).toEqual(['charge', 'payment_intent', 'refund']);
});

test('the fake Stripe’s objects of Stripe Billing have every required documented field, at every depth', async () => {
  const { fake, id, look, recurring, wait } = await openStarted({ means: 'fails later' });
  onTestFinished(fake.close);
  const heard = listen(fake);
  await recurring.changeAmount(id, 4_000);
  await recurring.cardPage(id, 'https://shop.example.com');
  wait(32);
  await look();
  fake.payOpenInvoice(id, 'succeeds');
  await look();
  await recurring.cancelNow(id);
  const shapes: Record<string, Record<string, Kind>> = {
    payment_intent: stripe.PAYMENT_INTENT,
    charge: stripe.CHARGE,
    customer: billing.CUSTOMER,
    payment_method: billing.PAYMENT_METHOD,
    product: billing.PRODUCT,
    price: billing.PRICE,
    subscription: billing.SUBSCRIPTION,
    subscription_item: billing.SUBSCRIPTION_ITEM,
    invoice: billing.INVOICE,
    line_item: billing.LINE_ITEM,
    invoice_payment: billing.INVOICE_PAYMENT,
    'billing_portal.session': billing.PORTAL_SESSION,
  };
  const kinds = new Set<string>();
  const check = (object: unknown): void => {
    if (typeof object !== 'object' || object === null) return;
    Object.values(object).forEach(check);
    const kind = 'object' in object ? String(object.object) : '';
    const shape = shapes[kind];
    if (!shape) return;
    kinds.add(kind);
    expect(wrongInStripe(object as Json, shape), kind).toEqual([]);
  };
  heard.forEach(check);
  fake.webhooks.events.forEach(check);
  [...fake.records.products.values()].forEach(check);
  expect([...kinds].toSorted()).toEqual(Object.keys(shapes).toSorted());
});

test('the fake PayPal’s objects have every required documented field, and no others', async () => {
  const { fake, start, buy, provider } = await openPaypal();
  onTestFinished(fake.close);
  const heard = listen(fake);
  const paid = await buy('pays');
  await provider.lookUp(await buy('pays slowly'));
  await buy('is declined');
  await buy('is refused');
  const chargeId = fake.records.capturesOf(paid)[0]?.id ?? '';
  const refund = { providerPaymentId: paid, chargeId, currency: 'usd', reason: 'Changed their mind' };
  await provider.refund({ ...refund, key: 'one', amountCents: 100 });
  await provider.lookUp(paid);
  await failureOf(provider.refund({ ...refund, key: 'two', amountCents: 99_999 }));
  await provider.lookUp('NOBODYS0ORDER0000').catch(() => {});
  fake.endTokens();
  await start({ attemptKey: 'with a new token' });
  const kinds = new Set<string>();
  const check = (kind: string, object: Json, shape: PaypalShape): void => {
    kinds.add(kind);
    expect(wrongInPaypal(object, shape), kind).toEqual([]);
    for (const link of (object['links'] ?? []) as Json[]) check('link', link, paypal.LINK);
    if (object['amount']) check('money', object['amount'] as Json, paypal.MONEY);
    for (const detail of (object['details'] ?? []) as Json[]) check('detail', detail, paypal.ERROR_DETAIL);
    for (const unit of (object['purchase_units'] ?? []) as Json[]) {
      check('unit', unit, paypal.PURCHASE_UNIT);
      const { captures = [], refunds = [] } = (unit['payments'] ?? {}) as Record<string, Json[]>;
      for (const capture of captures) check('capture of an order', capture, paypal.ORDER_CAPTURE);
      for (const made of refunds) check('refund', made, paypal.REFUND);
    }
  };
  for (const object of heard) {
    const isEmptyList = Object.keys(object).join() === 'links';
    if ('access_token' in object || isEmptyList) continue;
    if ('debug_id' in object) check('error', object, paypal.ERROR);
    else if ('intent' in object) check('order', object, paypal.ORDER);
    else check('refund', object, paypal.REFUND);
  }
  for (const { resource, ...event } of fake.webhooks.events) {
    check('event', { ...event, resource }, paypal.EVENT);
    const shapes: Record<string, PaypalShape> = {
      'checkout-order': paypal.ORDER,
      capture: paypal.CAPTURE,
      refund: paypal.REFUND,
    };
    check(event.resource_type, resource as Json, shapes[event.resource_type] ?? paypal.EVENT);
  }
  expect([...kinds].toSorted()).toEqual(
    ['capture', 'capture of an order', 'checkout-order', 'detail', 'error', 'event', 'link', 'money', 'order', 'refund', 'unit'], // prettier-ignore
  );
});

test('the fake PayPal’s subscriptions, plans and disputes have every required documented field, and no others', async () => {
  const { fake, start, buy, provider } = await openPaypal();
  onTestFinished(fake.close);
  const heard = listen(fake);
  await start({ attemptKey: 'open', recurring: MONTHLY });
  const id = await buy('pays', { recurring: MONTHLY });
  const chargeId = fake.records.capturesOf(id)[0]?.id ?? '';
  const refund = { providerPaymentId: id, chargeId, currency: 'usd', reason: '' };
  await provider.refund({ ...refund, key: 'one', amountCents: 100 });
  const { id: disputeId } = fake.openDispute(chargeId, '2027-01-01T00:00:00Z');
  await provider.lookUp(id);
  fake.resolveDispute(disputeId, 'ACCEPTED');
  await provider.lookUp(id);
  fake.records.subscription(id).purse = 'is refused';
  fake.advanceTo(new Date(Date.now() + 40 * 24 * 60 * 60_000));
  await provider.recurring.lookUp(id);
  await provider.recurring.pause(id);
  await provider.recurring.lookUp(id);
  await provider.recurring.resume(id);
  await start({ attemptKey: 'again', recurring: { ...MONTHLY, period: 'year' } });
  const kinds = new Set<string>();
  const check = (kind: string, object: Json, shape: PaypalShape): void => {
    kinds.add(kind);
    expect(wrongInPaypal(object, shape), kind).toEqual([]);
    for (const link of (object['links'] ?? []) as Json[]) check('link', link, paypal.LINK);
  };
  const checkSubscription = (object: Json): void => {
    check('subscription', object, paypal.SUBSCRIPTION);
    const info = object['billing_info'] as Json | undefined;
    if (info) check('billing info', info, paypal.BILLING_INFO);
    const failure = info?.['last_failed_payment'] as Json | undefined;
    if (failure) check('failure', failure, paypal.LAST_FAILED_PAYMENT);
  };
  for (const object of heard) {
    if ('plan_id' in object) checkSubscription(object);
    for (const one of (object['plans'] ?? []) as Json[]) check('plan', one, paypal.PLAN);
    for (const one of (object['transactions'] ?? []) as Json[]) check('transaction', one, paypal.TRANSACTION);
    for (const one of (object['items'] ?? []) as Json[]) check('dispute', one, paypal.DISPUTE);
  }
  for (const { resource, ...event } of fake.webhooks.events) {
    check('event', { ...event, resource }, paypal.EVENT);
    if (event.resource_type === 'subscription') checkSubscription(resource as Json);
    if (event.resource_type === 'sale') check('sale', resource as Json, paypal.SALE);
    if (event.resource_type === 'refund') check('refund', resource as Json, paypal.SALE_REFUND);
    if (event.resource_type === 'dispute') check('full dispute', resource as Json, paypal.FULL_DISPUTE);
  }
  expect([...kinds].toSorted()).toEqual(
    ['billing info', 'dispute', 'event', 'failure', 'full dispute', 'link', 'plan', 'refund', 'sale', 'subscription', 'transaction'], // prettier-ignore
  );
});

test('the fake webhooks of Stripe and PayPal have every required documented field, and PayPal’s no others', async () => {
  expect(wrongInStripe(webhookEndpoint('https://shop.example.com', ['*']), stripe.WEBHOOK_ENDPOINT)).toEqual(
    [],
  );
  const webhook = presentWebhook('https://paypal.example', {
    id: 'WH-1',
    url: 'https://x.example',
    events: ['*'],
  });
  expect(wrongInPaypal(webhook, paypal.WEBHOOK)).toEqual([]);
  for (const type of webhook.event_types) expect(wrongInPaypal(type, paypal.EVENT_TYPE)).toEqual([]);
  for (const link of webhook.links) expect(wrongInPaypal(link, paypal.LINK)).toEqual([]);
});
