import { expect, onTestFinished, test } from 'vitest';
import { MONTHLY, openPaypal } from '../paypal/fixture.ts';
import { failureOf } from '../provider/fixture.ts';
import { presentWebhook } from '../paypal/present.ts';
import * as paypal from './paypal.ts';
import type { PaypalShape } from './paypal.ts';

type Json = { [key: string]: unknown };

/** Collects the body of every response and event from the fake, in order. */
function listen(fake: { state: { beforeAnswer?: unknown } }): Json[] {
  const heard: Json[] = [];
  fake.state.beforeAnswer = (_: unknown, { body }: { body?: unknown }) => {
    if (typeof body === 'object') heard.push(structuredClone(body) as Json);
  };
  return heard;
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

test('the fake PayPal’s webhooks have every required documented field, and no others', () => {
  const webhook = presentWebhook(
    { base: () => 'https://paypal.example' },
    { id: 'WH-1', url: 'https://x.example', events: ['*'] },
  );
  expect(wrongInPaypal(webhook, paypal.WEBHOOK)).toEqual([]);
  for (const type of webhook.event_types) expect(wrongInPaypal(type, paypal.EVENT_TYPE)).toEqual([]);
  for (const link of webhook.links) expect(wrongInPaypal(link, paypal.LINK)).toEqual([]);
});
