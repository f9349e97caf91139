import type { StripeFault } from './records.ts';

/** Payment methods: the demo card numbers, and two methods that are not cards. */
export const MEANS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  'no funds': '4000000000009995',
  '3-D Secure': '4000000000003220',
  /** Goes to the bank's page and comes back. */
  redirect: 'redirect',
  /** Takes days. `settleDebit` ends it. */
  debit: 'debit',
} as const;

export const DECLINES: Record<string, StripeFault> = {
  [MEANS.declined]: {
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
