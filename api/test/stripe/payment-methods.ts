import { partOf, type FakePaymentMethod } from './billing-records.ts';
import { stripeId, type StripeFault, type StripeRecords } from './records.ts';

/** Payment methods: the demo card numbers, and two methods that are not cards. */
export const MEANS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  'no funds': '4000000000009995',
  '3-D Secure': '4000000000003220',
  /** Pays for the order. Every later charge is declined. */
  'fails later': '4000000000000341',
  /** Goes to the bank's page and comes back. */
  redirect: 'redirect',
  /** Takes days. `settleDebit` ends it. */
  debit: 'debit',
  /** A bank account that must first be verified with small deposits. */
  microdeposits: 'microdeposits',
} as const;

/** Stripe's own payment methods for tests. */
export const TEST_METHODS: Record<string, string> = {
  pm_card_visa: MEANS.succeeds,
  pm_card_chargeDeclined: MEANS.declined,
};

export const DECLINES: Record<string, StripeFault> = {
  [MEANS.declined]: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  [MEANS['fails later']]: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  [MEANS['no funds']]: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
};

/** The bank wants the buyer to confirm a charge that was made without them. */
export const NEEDS_CONFIRMATION: StripeFault = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export const FAILED_AUTHENTICATION: StripeFault = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export const FAILED_DEBIT: StripeFault = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed.',
};

type Card = NonNullable<FakePaymentMethod['card']>;
type BankAccount = NonNullable<FakePaymentMethod['us_bank_account']>;

export function createMethod(records: StripeRecords, means: string): FakePaymentMethod {
  const method = partOf<FakePaymentMethod>({
    id: stripeId('pm'),
    object: 'payment_method',
    created: records.clock.nowS(),
    customer: null,
    type: 'card',
  });
  if (means === MEANS.debit) {
    method.type = 'us_bank_account';
    method.us_bank_account = partOf<BankAccount>({ bank_name: 'STRIPE TEST BANK', last4: '6789' });
  } else if (means === MEANS.redirect) method.type = 'cashapp';
  // It expires at the end of November 2034.
  else method.card = partOf<Card>({ brand: 'visa', exp_month: 11, exp_year: 2034, last4: means.slice(-4) });
  records.methods.set(method.id, method);
  records.means.set(method.id, means);
  return method;
}
