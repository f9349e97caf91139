import { beforeEach, expect, test } from 'vitest';
import { paypalEvent } from '../../test/fake-paypal-books.ts';
import { openPaypal } from '../../test/fake-paypal-fixture.ts';
import { failureOf } from '../../test/fake-provider-fixture.ts';
import { BadSignature } from '../provider.ts';
import { createPaypalProvider } from './provider.ts';

const BODY = JSON.stringify(paypalEvent('CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }));
const VERIFY = '/v1/notifications/verify-webhook-signature';

let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeEach(async () => {
  shop = await openPaypal();
  return shop.fake.close;
});

const asked = () => shop.fake.requests.filter(({ path }) => path === VERIFY).length;
const signed = (changes: object = {}) => ({ ...shop.fake.sign(BODY), ...changes });
const isRefused = async (body: string, headers: object) =>
  expect(await failureOf(shop.provider.parseEvent(body, { ...headers }))).toBeInstanceOf(BadSignature);

test('an event is taken when PayPal itself says that it is PayPal’s', async () => {
  expect(await shop.provider.parseEvent(BODY, signed())).toMatchObject({
    type: 'CHECKOUT.ORDER.APPROVED',
    providerPaymentId: 'ORDER1',
    isApproval: true,
  });
  expect(asked()).toBe(1);
  const claim: unknown = JSON.parse(shop.fake.requests.at(-1)?.body ?? '');
  expect(claim).toMatchObject({
    auth_algo: 'SHA256withRSA',
    webhook_id: shop.fake.webhookId,
    webhook_event: JSON.parse(BODY),
  });
});

test.each([
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
])('without %s it is refused, and PayPal is not even asked', async (header) => {
  await isRefused(BODY, signed({ [header]: undefined }));
  await isRefused(BODY, signed({ [header]: '' }));
  expect(asked()).toBe(0);
});

test.each([
  'http://api.paypal.com/v1/notifications/certs/CERT-1',
  'https://evil.example/v1/notifications/certs/CERT-1',
  'https://paypal.com.evil.example/CERT-1',
  'https://notpaypal.com/CERT-1',
  'https://evil.example/?https://api.paypal.com/CERT-1',
  'https://api.paypal.com@evil.example/CERT-1',
  'https://evil.example#.paypal.com',
  'https://evil.example\\.paypal.com',
  'https://api.pаypal.com/CERT-1',
  'ftp://api.paypal.com/CERT-1',
  '//api.paypal.com/CERT-1',
  'CERT-1',
])('a certificate that lies at %s is nobody’s, however well it signs', async (certUrl) => {
  await isRefused(BODY, shop.fake.sign(BODY, undefined, certUrl));
  expect(asked()).toBe(0);
});

test.each([
  'https://api.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
  'https://paypal.com/CERT-1',
  'https://API.PAYPAL.COM/CERT-1',
])('a certificate that lies at %s is PayPal’s', async (certUrl) => {
  await shop.provider.parseEvent(BODY, { ...shop.fake.sign(BODY, undefined, certUrl) });
});

test('a signature that is changed, made by somebody else or of another event is refused', async () => {
  const headers = shop.fake.sign(BODY);
  await isRefused(BODY, { ...headers, 'paypal-transmission-sig': `A${headers['paypal-transmission-sig']}` });
  await isRefused(BODY, { ...headers, 'paypal-transmission-id': 'another' });
  await isRefused(BODY, { ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' });
  await isRefused(BODY.replace('ORDER1', 'ORDER2'), headers);
  await isRefused(BODY, shop.fake.sign(BODY.replace('ORDER1', 'ORDER2')));
  expect(asked()).toBe(5);
});

test('an event for another webhook of the same account is refused', async () => {
  const other = createPaypalProvider({ ...shop.settings, webhookId: 'WHSOMEBODYELSE' });
  expect(await failureOf(other.parseEvent(BODY, { ...signed() }))).toBeInstanceOf(BadSignature);
});

test('what is no event is refused without asking', async () => {
  for (const body of ['', 'no JSON', 'null', '[]', '{}', '{"id":"WH-1","event_type":"X"}'])
    await isRefused(body, shop.fake.sign(body));
  expect(asked()).toBe(0);
});

test.each(['broken', 'hangs up', 'busy'] as const)(
  'while PayPal is %s nobody knows, which is no refusal: the event must come again',
  async (mishap) => {
    shop.fake.mishaps.next(mishap, /verify-webhook-signature/);
    expect(await failureOf(shop.provider.parseEvent(BODY, { ...signed() }))).not.toBeInstanceOf(BadSignature);
    await shop.provider.parseEvent(BODY, { ...signed() });
  },
);

test('every event of a payment names its order and its attempt', async () => {
  const slow = await shop.buy('pays slowly', { attemptKey: 'attempt-slow' });
  shop.fake.settleCapture(slow, false);
  const id = await shop.buy('pays', { attemptKey: 'attempt-paid' });
  const parsed = await Promise.all(
    shop.fake.webhooks.events.map((event) => {
      const body = JSON.stringify(event);
      return shop.provider.parseEvent(body, { ...shop.fake.sign(body) });
    }),
  );
  const attempt = (providerPaymentId: string, attemptKey: string) => ({ providerPaymentId, attemptKey });
  expect(parsed).toMatchObject([
    { type: 'CHECKOUT.ORDER.APPROVED', isApproval: true, ...attempt(slow, 'attempt-slow') },
    { type: 'PAYMENT.CAPTURE.PENDING', isApproval: false, ...attempt(slow, 'attempt-slow') },
    { type: 'PAYMENT.CAPTURE.DENIED', isApproval: false, ...attempt(slow, 'attempt-slow') },
    { type: 'CHECKOUT.ORDER.APPROVED', isApproval: true, ...attempt(id, 'attempt-paid') },
    { type: 'PAYMENT.CAPTURE.COMPLETED', isApproval: false, ...attempt(id, 'attempt-paid') },
  ]);
});

test.each(['here', 'at PayPal'])('a refund made %s names the order that it belongs to', async (where) => {
  const id = await shop.buy();
  const chargeId = shop.fake.books.capturesOf(id)[0]?.id ?? null;
  const refund = { key: 'refund-key', providerPaymentId: id, chargeId, currency: 'usd', reason: '' };
  if (where === 'here') await shop.provider.refund({ ...refund, amountCents: 100 });
  else shop.fake.refundAtDashboard(id, 100);
  const body = JSON.stringify(shop.fake.webhooks.events.at(-1));
  const parse = () => shop.provider.parseEvent(body, { ...shop.fake.sign(body) });
  expect(await parse()).toMatchObject({
    type: 'PAYMENT.CAPTURE.REFUNDED',
    providerPaymentId: id,
    attemptKey: null,
  });
  shop.fake.mishaps.next('broken', /GET/);
  expect(await failureOf(parse())).not.toBeInstanceOf(BadSignature);
});

test('an event of another kind is read and names no payment', async () => {
  const body = JSON.stringify(paypalEvent('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-1' }));
  expect(await shop.provider.parseEvent(body, { ...shop.fake.sign(body) })).toMatchObject({
    providerPaymentId: null,
    attemptKey: null,
  });
});
