import { expect, test } from 'vitest';
import { DemoCard, DemoPaypal } from './payments.ts';

const clientSecret = 'pi_dev_key_14900_signature_secret';

test('spaces in a card number are ignored, and bank confirmation is off by default', () => {
  const card = DemoCard.parse({ clientSecret, cardNumber: '4242 4242 4242 4242' });
  expect(card).toEqual({ clientSecret, cardNumber: '4242424242424242', isConfirmed: false });
});

test.each(['', '4242', 'abcd efgh ijkl mnop', '4242-4242-4242-4242', '4'.repeat(25), null, 4242424242424242])(
  'the card number %j is rejected',
  (cardNumber) => {
    expect(DemoCard.safeParse({ clientSecret, cardNumber }).success).toBe(false);
  },
);

test('only demo secrets are accepted', () => {
  const cardNumber = '4242424242424242';
  expect(DemoCard.safeParse({ clientSecret: 'pi_3Nabc_secret_x', cardNumber }).success).toBe(false);
  expect(DemoCard.safeParse({ clientSecret: `pi_dev_${'x'.repeat(200)}`, cardNumber }).success).toBe(false);
});

test('PayPal accepts only approve or cancel', () => {
  expect(DemoPaypal.safeParse({ paypalOrderId: 'DEMO_1', decision: 'approve' }).success).toBe(true);
  expect(DemoPaypal.safeParse({ paypalOrderId: 'DEMO_1', decision: 'maybe' }).success).toBe(false);
  expect(DemoPaypal.safeParse({ paypalOrderId: '', decision: 'cancel' }).success).toBe(false);
});
