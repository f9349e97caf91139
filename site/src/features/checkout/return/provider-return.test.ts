import { expect, test } from 'vitest';
import { approvalAddress } from '../payment/go-to-paypal.ts';
import { parsePaypalReturn, parseStripeReturn } from './provider-return.ts';

const PAID = 'stripe=return&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';

test.each([
  ['paypal=return&token=DEMO_1&PayerID=X', { kind: 'approved', paypalOrderId: 'DEMO_1' }],
  // Of a subscription.
  ['paypal=return&subscription_id=I-1&ba_token=BA-1&token=2', { kind: 'approved', paypalOrderId: 'I-1' }],
  ['paypal=cancel&token=DEMO_1', { kind: 'canceled' }],
  [`${PAID}&redirect_status=succeeded`, { kind: 'stripe', paymentIntentId: 'pi_1', isRefused: false }],
  [`${PAID}&redirect_status=failed`, { kind: 'stripe', paymentIntentId: 'pi_1', isRefused: true }],
  ...['', 'paypal=return', 'paypal=return&token=', 'paypal=other&token=1', 'token=1'].map(nothing),
  ...['stripe=return', 'payment_intent=pi_1', 'stripe=cancel&payment_intent=pi_1'].map(nothing),
] as const)('with %j the customer comes back with %o', (search, found) => {
  const query = new URLSearchParams(search);
  expect(parsePaypalReturn(query) ?? parseStripeReturn(query)).toEqual(found);
});

function nothing(search: string) {
  return [search, null] as const;
}

const ORIGIN = 'http://127.0.0.1:3000';
const PAYPAL = 'https://www.paypal.com/checkoutnow?token=1';

test.each([
  // The demo stays on the origin that holds the bundle.
  ['http://localhost:3000/demo-paypal?token=DEMO_1', '/demo-paypal?token=DEMO_1'],
  [PAYPAL, PAYPAL],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['http://', null],
])('the approval at %j is opened as %j', (address, opened) => {
  expect(approvalAddress(address, ORIGIN)).toBe(opened);
});
