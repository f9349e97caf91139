import { beforeEach, expect, test } from 'vitest';
import { stripeEvent } from '../../../../test/stripe/records.ts';
import { openStripe } from '../../../../test/stripe/fixture.ts';
import { failureOf } from '../../../../test/provider/fixture.ts';
import { InvalidSignature } from '../provider.ts';

const NOW = new Date('2026-11-22T10:00:00Z');
const NOW_S = NOW.getTime() / 1_000;
const INTENT = { id: 'pi_1', object: 'payment_intent', metadata: { attemptKey: 'attempt-1' } };
const BODY = JSON.stringify(stripeEvent('payment_intent.succeeded', INTENT));

let shop: Awaited<ReturnType<typeof openStripe>>;
beforeEach(async () => {
  shop = await openStripe(() => NOW);
  return shop.fake.close;
});

const parse = (body: string, signature?: string) =>
  shop.provider.parseEvent(body, signature === undefined ? {} : { 'stripe-signature': signature }, '');
const isRefused = async (body: string, signature?: string) =>
  expect(await failureOf(parse(body, signature))).toBeInstanceOf(InvalidSignature);

test.each([0, -299, 299])('an event signed %i s from now is accepted', async (seconds) => {
  const event = await parse(BODY, shop.fake.sign(BODY, NOW_S + seconds));
  expect(event).toMatchObject({ providerPaymentId: 'pi_1', attemptKey: 'attempt-1' });
});

test.each([-301, -86_400, 301, 86_400])('an event signed %i s from now is rejected', async (seconds) => {
  await isRefused(BODY, shop.fake.sign(BODY, NOW_S + seconds));
});

test('a missing, empty, shortened or other kind of signature is rejected', async () => {
  const signature = shop.fake.sign(BODY, NOW_S);
  await isRefused(BODY);
  await isRefused(BODY, '');
  await isRefused(BODY, `t=${NOW_S}`);
  await isRefused(BODY, signature.slice(0, -1));
  await isRefused(BODY, signature.replace('v1=', 'v0='));
  await isRefused(BODY, signature.replace(/^t=\d+,/, ''));
});

test('another secret is rejected', async () => {
  await isRefused(BODY, shop.fake.sign(BODY, NOW_S, 'whsec_somebody_else'));
});

test('a body with one changed byte is rejected', async () => {
  const signature = shop.fake.sign(BODY, NOW_S);
  await isRefused(BODY.replace('pi_1', 'pi_2'), signature);
  await isRefused(`${BODY} `, signature);
});

test('a changed timestamp is rejected', async () => {
  const old = shop.fake.sign(BODY, NOW_S - 4_000);
  await isRefused(BODY, old.replace(/^t=\d+/, `t=${NOW_S}`));
  await isRefused(BODY, `t=${NOW_S},${old}`);
});

test('signed content that is not an event is rejected', async () => {
  for (const body of ['', 'no JSON', 'null', '[]', '{}', '{"object":"event"}'])
    await isRefused(body, shop.fake.sign(body, NOW_S));
});

test('while the secret is being rotated, one of two signatures is enough', async () => {
  const other = shop.fake.sign(BODY, NOW_S, 'whsec_the_old_one').replace(/^t=\d+,/, '');
  const event = await parse(BODY, `${shop.fake.sign(BODY, NOW_S)},${other}`);
  expect(event.providerPaymentId).toBe('pi_1');
});

/** Parses the events that an action causes, in order. */
async function eventsOf(happens: (id: string) => unknown) {
  const { id } = await shop.start();
  await happens(id);
  const parsed = await Promise.all(
    shop.fake.webhooks.events.map((event) => {
      const body = JSON.stringify(event);
      return parse(body, shop.fake.sign(body, NOW_S));
    }),
  );
  return { id, parsed };
}

test('every event we use names its payment, though only intents carry the attempt', async () => {
  const { id, parsed } = await eventsOf((id) => {
    shop.fake.confirm(id, 'declined');
    shop.fake.confirm(id, 'debit');
    shop.fake.settleDebit(id, true);
    const { id: refundId } = shop.fake.refundAtDashboard(id, 100);
    shop.fake.failRefund(refundId);
    shop.fake.dispute(id);
  });
  expect(parsed.map(({ type, attemptKey }) => [type, attemptKey])).toEqual([
    ['payment_intent.payment_failed', 'attempt-1'],
    ['payment_intent.processing', 'attempt-1'],
    ['payment_intent.succeeded', 'attempt-1'],
    ['charge.refunded', null],
    ['refund.failed', null],
    ['charge.dispute.created', null],
  ]);
  for (const event of parsed) expect(event).toMatchObject({ providerPaymentId: id });
  expect(new Set(parsed.map((event) => event.id)).size).toBe(parsed.length);
});

test('a canceled intent is recognized', async () => {
  const { id, parsed } = await eventsOf((id) => shop.provider.cancel(id));
  expect(parsed).toMatchObject([{ type: 'payment_intent.canceled', providerPaymentId: id }]);
});

test('another kind of event is parsed and names no payment', async () => {
  const body = JSON.stringify(stripeEvent('customer.created', { id: 'cus_1', object: 'customer' }));
  expect(await parse(body, shop.fake.sign(body, NOW_S))).toMatchObject({
    type: 'customer.created',
    providerPaymentId: null,
    attemptKey: null,
  });
});

test('an expanded intent is recognized like its ID', async () => {
  const charge = { id: 'ch_1', object: 'charge', payment_intent: { id: 'pi_9', object: 'payment_intent' } };
  const body = JSON.stringify(stripeEvent('charge.refunded', charge));
  expect(await parse(body, shop.fake.sign(body, NOW_S))).toMatchObject({ providerPaymentId: 'pi_9' });
});
