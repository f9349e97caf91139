import { expect, test } from 'vitest';
import { parseStripeReturn } from './provider-return.ts';

const parse = (query: string) => parseStripeReturn(new URLSearchParams(query));

test('the return from a bank’s page names the payment and whether it was refused', () => {
  const back = 'stripe=return&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
  expect(parse(`${back}&redirect_status=succeeded`)).toEqual({
    kind: 'stripe',
    paymentIntentId: 'pi_1',
    isRefused: false,
  });
  expect(parse(`${back}&redirect_status=failed`)?.isRefused).toBe(true);
});

test.each(['', 'stripe=return', 'payment_intent=pi_1', 'stripe=cancel&payment_intent=pi_1'])(
  '%j is not a return',
  (query) => expect(parse(query)).toBeNull(),
);
