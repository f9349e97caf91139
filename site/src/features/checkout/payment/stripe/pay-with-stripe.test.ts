import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { payWithStripe } from './pay-with-stripe.ts';

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://shop.example.com' });
  return () => vi.unstubAllGlobals();
});

/** What the shop says when Stripe's script answers this. */
const said = (answer: object) => {
  const stripe = { confirmPayment: async () => answer } as Pick<Stripe, 'confirmPayment'> as Stripe;
  return payWithStripe(stripe, {} as StripeElements, 'pi_1_secret_1');
};

test.each(['succeeded', 'processing'])('a payment that is %s counts as paid', async (status) => {
  expect(await said({ paymentIntent: { status } })).toBe('paid');
});

test('a bank account that needs microdeposits is explained in plain words, and nothing is called failed', async () => {
  const next_action = { type: 'verify_with_microdeposits' };
  expect(await said({ paymentIntent: { status: 'requires_action', next_action } })).toEqual({
    failure: expect.stringMatching(/^Your bank account needs to be verified first\. .*small deposit/),
    isCertain: false,
  });
});

test('only a declined card is certainly not charged', async () => {
  expect(await said({ error: { type: 'card_error', message: 'Declined.' } })).toEqual({
    failure: 'Declined.',
    isCertain: true,
  });
  expect(await said({ error: { type: 'api_error', message: 'Try later.' } })).toMatchObject({
    isCertain: false,
  });
});
