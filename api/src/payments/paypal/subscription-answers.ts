import type { Row } from './answers.ts';

/** Every issue that PayPal's description of subscriptions lists for these calls. `show` is that of orders. */
export const SUBSCRIPTION_ROWS = {
  // Our request or account is wrong, and no subscription was created.
  subscribe: [
    [
      400,
      'unknown',
      `
        INVALID_INTEGER_MAX_VALUE INVALID_INTEGER_MIN_VALUE INVALID_PARAMETER_SYNTAX
        INVALID_PARAMETER_VALUE INVALID_STRING_MAX_LENGTH MISSING_REQUEST_BODY
        MISSING_REQUIRED_PARAMETER
      `,
    ],
    [401, 'unknown', 'INVALID_ACCOUNT_STATUS'],
    [403, 'unknown', 'PERMISSION_DENIED'],
    [404, 'unknown', 'INVALID_RESOURCE_ID'],
    [
      422,
      'unknown',
      `
        CARD_SUBSCRIPTIONS_NOT_ENABLED CURRENCY_MISMATCH FIXED_PRICE_NOT_SUPPORTED
        INVALID_BILLING_CYCLE_SEQUENCE INVALID_PRICING_MODEL INVALID_PRICING_SCHEME
        INVALID_PRICING_TIER_AMOUNT INVALID_PRICING_TIER_QUANTITY MISSING_PRICING_SCHEME_TIERS
        OVERLAPPING_PRICING_SCHEME_TIERS PLAN_STATUS_INVALID SUBSCRIPTION_CANNOT_HAVE_QUANTITY
        USER_ACCOUNT_CLOSED
      `,
    ],
  ],
  /** The first activation, which takes the first payment. */
  activate: [
    [400, 'unknown', 'INVALID_STRING_MAX_LENGTH'],
    [401, 'unknown', 'INVALID_ACCOUNT_STATUS'],
    [403, 'unknown', 'PERMISSION_DENIED'],
    [404, 'gone', 'INVALID_RESOURCE_ID'],
    // Just activated by another call, or not approved.
    [422, 'look', 'SUBSCRIPTION_STATUS_INVALID'],
    [422, 'failed', 'SUBSCRIPTION_CANNOT_BE_ACTIVATED USER_ACCOUNT_CLOSED'],
  ],
  /** Suspending, activating again, canceling, and changing the amount. */
  change: [
    [
      400,
      'unknown',
      `
        INVALID_INTEGER_MAX_VALUE INVALID_INTEGER_MIN_VALUE INVALID_PARAMETER_SYNTAX
        INVALID_PARAMETER_VALUE INVALID_PATCH_PATH INVALID_STRING_MAX_LENGTH
        INVALID_STRING_MIN_LENGTH MISSING_REQUEST_BODY MISSING_REQUIRED_PARAMETER
        UNSUPPORTED_PATCH_OPERATION
      `,
    ],
    [401, 'unknown', 'INVALID_ACCOUNT_STATUS'],
    [403, 'unknown', 'PERMISSION_DENIED'],
    [404, 'unknown', 'INVALID_RESOURCE_ID'],
    // Already done, or over.
    [422, 'look', 'SUBSCRIPTION_STATUS_INVALID'],
    [
      422,
      'refused',
      `
        AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE BILLING_CYCLE_EXECUTION_COMPLETED
        CARD_SUBSCRIPTIONS_NOT_ENABLED CURRENCY_MISMATCH FIXED_PRICE_NOT_SUPPORTED
        INVALID_BILLING_TOTAL_CYCLES INVALID_PRICING_MODEL INVALID_PRICING_TIER_AMOUNT
        INVALID_PRICING_TIER_QUANTITY INVALID_START_TIME MISSING_PRICING_SCHEME_TIERS
        OVERLAPPING_PRICING_SCHEME_TIERS SUBSCRIPTION_CANNOT_BE_ACTIVATED USER_ACCOUNT_CLOSED
      `,
    ],
  ],
} satisfies Record<string, Row[]>;

/** Of a subscription without a setup fee that was paid or is pending. */
export const SUBSCRIPTION_STATUSES: Record<string, 'open' | 'processing' | 'failed'> = {
  APPROVAL_PENDING: 'open',
  APPROVED: 'open',
  // PayPal takes the setup fee when a subscription becomes active, and lists it soon after.
  ACTIVE: 'processing',
  SUSPENDED: 'processing',
  CANCELLED: 'failed',
  EXPIRED: 'failed',
};

/** Undefined for one that was never activated. */
export const AGREEMENT_STATUSES: Record<string, 'active' | 'paused' | 'canceled' | 'ended' | undefined> = {
  APPROVAL_PENDING: undefined,
  APPROVED: undefined,
  ACTIVE: 'active',
  SUSPENDED: 'paused',
  CANCELLED: 'canceled',
  EXPIRED: 'ended',
};

export const DISPUTE_STATUSES: Record<string, 'open' | 'as its outcome'> = {
  OPEN: 'open',
  WAITING_FOR_SELLER_RESPONSE: 'open',
  WAITING_FOR_BUYER_RESPONSE: 'open',
  UNDER_REVIEW: 'open',
  OTHER: 'open',
  RESOLVED: 'as its outcome',
};

export const DISPUTE_OUTCOMES: Record<string, 'won' | 'lost'> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  // PayPal paid.
  RESOLVED_WITH_PAYOUT: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
  NONE: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
};
