import type { FakePaymentMethod } from './billing-records.ts';
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

/** A saved card expires at the end of November 2034. */
const CARD = {
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  display_brand: 'visa',
  exp_month: 11,
  exp_year: 2034,
  funding: 'credit',
  generated_from: null,
  networks: { available: ['visa'], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
} satisfies Partial<FakePaymentMethod['card']>;

const BANK_ACCOUNT = {
  account_holder_type: 'company',
  account_type: 'checking',
  bank_name: 'STRIPE TEST BANK',
  financial_connections_account: null,
  fingerprint: null,
  last4: '6789',
  networks: null,
  routing_number: '110000000',
  status_details: null,
} satisfies FakePaymentMethod['us_bank_account'];

export function createMethod(records: StripeRecords, means: string): FakePaymentMethod {
  const method: FakePaymentMethod = {
    id: stripeId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    created: records.clock.nowS(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  if (means === MEANS.debit) {
    method.type = 'us_bank_account';
    method.us_bank_account = BANK_ACCOUNT;
  } else if (means === MEANS.redirect) {
    method.type = 'cashapp';
    method.cashapp = { buyer_id: null, cashtag: null };
  } else method.card = { ...CARD, last4: means.slice(-4) };
  records.methods.set(method.id, method);
  records.means.set(method.id, means);
  return method;
}
