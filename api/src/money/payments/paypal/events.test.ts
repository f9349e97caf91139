import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { paypalEvent } from '../../../../test/paypal/records.ts';
import { FAKE_CERTIFICATE } from '../../../../test/paypal/certificate.ts';
import { MONTHLY, openPaypal } from '../../../../test/paypal/fixture.ts';
import { CERTIFICATE_PATH, paypalJson } from '../../../../test/paypal/signatures.ts';
import { failureOf } from '../../../../test/provider/fixture.ts';
import { InvalidSignature } from '../provider.ts';
import { createCertificates } from './certificates.ts';
import { createPaypalProvider } from './provider.ts';

const BODY = paypalJson(paypalEvent('CHECKOUT.ORDER.APPROVED', { id: 'ORDER1' }));

let shop: Awaited<ReturnType<typeof openPaypal>>;
beforeEach(async () => {
  shop = await openPaypal();
  return shop.fake.close;
});

const asked = () => shop.fake.requests.filter(({ path }) => path.includes('/certs/')).length;
const signed = (changes: object = {}) => ({ ...shop.fake.sign(BODY), ...changes });
const parse = (body: string, headers: object, from = '192.0.2.1') =>
  shop.provider.parseEvent(body, { ...headers }, from);
const isRefused = async (body: string, headers: object, from?: string) =>
  expect(await failureOf(parse(body, headers, from))).toBeInstanceOf(InvalidSignature);

test('an event signed with PayPal’s certificate is accepted; the certificate is fetched once', async () => {
  for (let times = 0; times < 3; times += 1) {
    expect(await parse(BODY, signed())).toMatchObject({
      type: 'CHECKOUT.ORDER.APPROVED',
      providerPaymentId: 'ORDER1',
    });
  }
  expect(shop.fake.requests.map(({ path }) => path)).toEqual([CERTIFICATE_PATH]);
});

test.each([
  String.raw`{"id":"WH-1","event_type":"X.Y","resource":{"id":"A1","href":"https:\/\/api.paypal.com\/v2"}}`,
  String.raw`{"id":"WH-1","event_type":"X.Y","resource":{"id":"A1","note":"caf\u00e9 \ud83d\ude00"}}`,
  '{"id":"WH-1","event_type":"X.Y","event_version":1.0,"resource":{"id":"A1","value":10.50,"big":12345678901234567890}}',
  '{ "id" : "WH-1",\r\n\t"event_type":"X.Y", "resource": {"id":"A0","id":"A1","name":"Zoë"} }\n',
])('the signature covers the raw bytes: %s', async (body) => {
  expect(JSON.stringify(JSON.parse(body))).not.toBe(body);
  expect(await parse(body, shop.fake.sign(body))).toMatchObject({ id: 'WH-1', type: 'X.Y' });
  await isRefused(JSON.stringify(JSON.parse(body)), shop.fake.sign(body));
});

test.each([
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
])('without %s it is rejected, and PayPal is not called', async (header) => {
  await isRefused(BODY, signed({ [header]: undefined }));
  await isRefused(BODY, signed({ [header]: '' }));
  expect(asked()).toBe(0);
});

test('only PayPal’s algorithm is accepted', async () => {
  for (const algorithm of ['SHA1withRSA', 'none', 'sha256withrsa'])
    await isRefused(BODY, signed({ 'paypal-auth-algo': algorithm }));
});

test.each([
  'http://api.paypal.com/v1/notifications/certs/CERT-1',
  'https://evil.example/v1/notifications/certs/CERT-1',
  'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
  'https://paypal.com/v1/notifications/certs/CERT-1',
  'https://www.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
  'https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1',
  'https://me@api.paypal.com/v1/notifications/certs/CERT-1',
  'https://evil.example/?https://api.paypal.com/v1/notifications/certs/CERT-1',
  String.raw`https://evil.example\.paypal.com/v1/notifications/certs/CERT-1`,
  'https://api.pаypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com/v1/notifications/certs/../../oauth2/token',
  'https://api.paypal.com/v1/notifications/certs/CERT-1?to=https://evil.example',
  'https://api.paypal.com/v1/notifications/certs/CERT-1#x',
  'https://api.paypal.com/CERT-1',
  '//api.paypal.com/v1/notifications/certs/CERT-1',
  'CERT-1',
])('a certificate at %s is never fetched', async (certUrl) => {
  const live = createCertificates('https://api-m.paypal.com');
  expect(await live.keyAt(certUrl, '192.0.2.1')).toBeNull();
  await isRefused(BODY, shop.fake.sign(BODY, undefined, certUrl));
  expect(asked()).toBe(0);
});

test.each(['https://api.paypal.com', 'https://api-m.paypal.com'])(
  'live certificates are at %s',
  async (host) => {
    const fetched: string[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      fetched.push(String(url));
      return new Response(FAKE_CERTIFICATE);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const url = `${host}/v1/notifications/certs/CERT-360caa42-fca2a594-8079afec`;
    const live = createCertificates('https://api-m.paypal.com');
    expect(await live.keyAt(url, '192.0.2.1')).toMatchObject({ asymmetricKeyType: 'rsa' });
    expect(fetched).toEqual([url]);
  },
);

test('an expired certificate, or one from the future, is not accepted', async () => {
  for (const [now, isValid] of [
    ['2026-01-01', false],
    ['2027-01-01', true],
    ['2127-01-01', false],
  ] as const) {
    const certificates = createCertificates(shop.fake.base, () => new Date(now));
    const key = await certificates.keyAt(shop.fake.base + CERTIFICATE_PATH, '192.0.2.1');
    expect(key !== null, now).toBe(isValid);
  }
});

test('a changed signature, someone else’s signature, or another event’s signature is rejected', async () => {
  const headers = shop.fake.sign(BODY);
  await isRefused(BODY, { ...headers, 'paypal-transmission-sig': `A${headers['paypal-transmission-sig']}` });
  await isRefused(BODY, { ...headers, 'paypal-transmission-sig': 'no signature' });
  await isRefused(BODY, { ...headers, 'paypal-transmission-id': 'another' });
  await isRefused(BODY, { ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' });
  await isRefused(BODY.replace('ORDER1', 'ORDER2'), headers);
  await isRefused(`${BODY} `, headers);
  await isRefused(BODY, shop.fake.sign(BODY.replace('ORDER1', 'ORDER2')));
});

test('an event for another webhook in the same account is rejected', async () => {
  const other = createPaypalProvider({ ...shop.settings, webhookId: 'WHSOMEBODYELSE' }, () => new Date());
  expect(await failureOf(other.parseEvent(BODY, { ...signed() }, ''))).toBeInstanceOf(InvalidSignature);
});

test('signed content that is not an event is rejected', async () => {
  for (const body of ['', 'no JSON', 'null', '[]', '{}', '{"id":"WH-1","event_type":"X"}'])
    await isRefused(body, shop.fake.sign(body));
});

test.each(['broken', 'hangs up', 'silent'] as const)(
  'while PayPal is %s and its certificate is unknown, an event is not rejected but must be sent again',
  async (fault) => {
    const deadline = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
    onTestFinished(() => void vi.restoreAllMocks());
    shop.fake.faults.next(fault, /certs/);
    const parsing = failureOf(parse(BODY, signed()));
    await expect.poll(asked).toBe(1);
    if (fault === 'silent') deadline.abort();
    expect(await parsing).not.toBeInstanceOf(InvalidSignature);
    await parse(BODY, signed());
    // The certificate is cached now, so PayPal may be down.
    shop.fake.faults.next(fault, /certs/);
    await parse(BODY, signed());
  },
);

const madeUp = (nth: number) =>
  shop.fake.sign(BODY, undefined, `${shop.fake.base}/v1/notifications/certs/CERT-${nth}`);

test('forged events cause no calls after ten certificates a minute from one network; PayPal’s own are still accepted', async () => {
  for (let nth = 0; nth < 10; nth += 1) await isRefused(BODY, madeUp(nth), '198.51.100.7');
  expect(await failureOf(parse(BODY, madeUp(10), '198.51.100.7'))).toMatchObject({ status: 429 });
  expect(asked()).toBe(10);
  expect(await parse(BODY, signed(), '192.0.2.1')).toMatchObject({ providerPaymentId: 'ORDER1' });
  // A cached certificate needs no call, no matter who refers to it.
  await parse(BODY, signed(), '198.51.100.7');
  expect(asked()).toBe(11);
});

test('forged events never block customers’ payments or PayPal’s events', async () => {
  for (let nth = 0; nth < 10; nth += 1) {
    shop.fake.faults.next('broken', /certs/);
    expect(await failureOf(parse(BODY, madeUp(nth), `198.51.100.${nth}`))).not.toBeInstanceOf(
      InvalidSignature,
    );
  }
  expect((await shop.start()).approvalUrl).toContain('checkoutnow');
  expect(await parse(BODY, signed())).toMatchObject({ providerPaymentId: 'ORDER1' });
});

test('every event of a payment names its order and its attempt', async () => {
  const slow = await shop.buy('pays slowly', { attemptKey: 'attempt-slow' });
  shop.fake.settleCapture(slow, false);
  const declined = await shop.buy('is declined', { attemptKey: 'attempt-declined' });
  const id = await shop.buy('pays', { attemptKey: 'attempt-paid' });
  const parsed = await Promise.all(
    shop.fake.webhooks.events.map((event) => {
      const body = JSON.stringify(event);
      return parse(body, shop.fake.sign(body));
    }),
  );
  const attempt = (providerPaymentId: string, attemptKey: string) => ({ providerPaymentId, attemptKey });
  expect(parsed).toMatchObject([
    { type: 'CHECKOUT.ORDER.APPROVED', ...attempt(slow, 'attempt-slow') },
    { type: 'PAYMENT.CAPTURE.PENDING', ...attempt(slow, 'attempt-slow') },
    { type: 'PAYMENT.CAPTURE.DENIED', ...attempt(slow, 'attempt-slow') },
    { type: 'CHECKOUT.ORDER.APPROVED', ...attempt(declined, 'attempt-declined') },
    { type: 'PAYMENT.CAPTURE.DECLINED', ...attempt(declined, 'attempt-declined') },
    { type: 'CHECKOUT.ORDER.APPROVED', ...attempt(id, 'attempt-paid') },
    { type: 'PAYMENT.CAPTURE.COMPLETED', ...attempt(id, 'attempt-paid') },
  ]);
});

test.each(['here', 'at PayPal'])('a refund made %s names its order', async (where) => {
  const id = await shop.buy();
  const chargeId = shop.fake.records.capturesOf(id)[0]?.id ?? null;
  const refund = { key: 'refund-key', providerPaymentId: id, chargeId, currency: 'usd', reason: '' };
  if (where === 'here') await shop.provider.refund({ ...refund, amountCents: 100 });
  else shop.fake.refundAtDashboard(id, 100);
  const body = JSON.stringify(shop.fake.webhooks.events.at(-1));
  const again = () => parse(body, shop.fake.sign(body));
  expect(await again()).toMatchObject({
    type: 'PAYMENT.CAPTURE.REFUNDED',
    providerPaymentId: id,
    attemptKey: null,
  });
  shop.fake.faults.next('broken', /GET/);
  expect(await failureOf(again())).not.toBeInstanceOf(InvalidSignature);
});

test('another kind of event is parsed and names no payment', async () => {
  const body = JSON.stringify(paypalEvent('CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-1' }));
  expect(await parse(body, shop.fake.sign(body))).toMatchObject({
    providerPaymentId: null,
    attemptKey: null,
  });
});

test('events about a subscription and its payments name it as the payment and as the recurring payment', async () => {
  const { fake } = shop;
  const id = await shop.buy('pays', { attemptKey: 'the attempt', recurring: MONTHLY });
  const own = { providerPaymentId: id, agreementId: id };
  const read = (event: object) => parse(paypalJson(event), fake.sign(paypalJson(event)));
  const [activated, paid] = fake.webhooks.events;
  if (!activated || !paid) throw new Error('There are no events.');
  expect(await read(activated)).toMatchObject({
    type: 'BILLING.SUBSCRIPTION.ACTIVATED',
    ...own,
    attemptKey: 'the attempt',
  });
  const chargeId = fake.records.capturesOf(id)[0]?.id;
  expect(await read(paid)).toMatchObject({ type: 'PAYMENT.SALE.COMPLETED', ...own, chargeId });
  fake.records.unkind.add('names no subscription in sales');
  await shop.buy('pays', { attemptKey: 'another', recurring: MONTHLY });
  const unnamed = fake.webhooks.events.at(-1) ?? {};
  expect(await read(unnamed)).toMatchObject({ providerPaymentId: null, attemptKey: 'another' });
});

test('refunds and disputes name the transaction that they are about', async () => {
  const { fake } = shop;
  const id = await shop.buy('pays', { recurring: MONTHLY });
  const transaction = fake.records.capturesOf(id)[0]?.id ?? '';
  fake.refundAtDashboard(id, 100);
  fake.openDispute(transaction);
  const about = { providerPaymentId: transaction, agreementId: null, attemptKey: null };
  for (const event of fake.webhooks.events.slice(-2))
    expect(await parse(paypalJson(event), fake.sign(paypalJson(event)))).toMatchObject(about);
  const links = [{ rel: 'up', href: `${fake.base}/v2/payments/captures/${transaction}` }];
  const capture = paypalJson(paypalEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'REFUND1', links }));
  expect(await parse(capture, fake.sign(capture))).toMatchObject(about);
  const empty = paypalJson(paypalEvent('CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [] }));
  expect(await parse(empty, fake.sign(empty))).toMatchObject({ ...about, providerPaymentId: null });
});
