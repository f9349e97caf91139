import type { RefundStatus } from '@northlight/shared/contracts/payments.ts';
import { PaypalRefusal } from './client.ts';

/** `change`: suspending, activating again, canceling, and changing the amount of a subscription. */
export type PaypalCall = 'create' | 'show' | 'capture' | 'refund' | 'subscribe' | 'activate' | 'change';

/** What the shop does when PayPal refuses a call. */
export type PaypalMeaning =
  /** The result is unknown: the customer is asked to try again, and a pending refund is retried. */
  | 'unknown'
  /** PayPal does not find it, which only proves something if no money can have moved. */
  | 'missing'
  /** The status of the order or subscription decides. */
  | 'look'
  /** PayPal lists no such refusal of this call, which may have acted. The status is looked up and can be late. */
  | 'unlisted'
  /** The customer can return to PayPal and choose another card or account. */
  | 'declined'
  /**
   * This attempt is over, unless the status says that it was paid. PayPal can leave such an order APPROVED,
   * but it must not be captured after the customer was told that it failed.
   */
  | 'failed'
  /** The request ID was used before for another request, whose answer never reached a browser. */
  | 'over'
  /** Nothing was done, and a retry would get the same answer, whoever pays. */
  | 'refused';

const MISSING = { INVALID_RESOURCE_ID: 'missing', RESOURCE_NOT_FOUND: 'missing' } as const;
const USED_ID = { DUPLICATE_REQUEST_ID: 'over', PAYPAL_REQUEST_ID_PREVIOUSLY_USED: 'over' } as const;

/** What PayPal's description lists for a capture with status 422. Nothing was taken, for certain. */
const CERTAIN = `
  AGREEMENT_ALREADY_CANCELLED APPLE_PAY_AMOUNT_MISMATCH AUTH_CAPTURE_NOT_ENABLED BANK_NOT_SUPPORTED_FOR_VERIFICATION
  BILLING_AGREEMENT_ID_MISMATCH BILLING_AGREEMENT_NOT_FOUND CANCEL_URL_REQUIRED CARD_BRAND_NOT_SUPPORTED
  CARD_EXPIRY_REQUIRED CARD_NUMBER_REQUIRED COMPLIANCE_VIOLATION CURRENCY_NOT_SUPPORTED_FOR_BANK
  DECLINED_DUE_TO_RELATED_TXN DOMESTIC_TRANSACTION_REQUIRED DUPLICATE_INVOICE_ID IBAN_COUNTRY_NOT_SUPPORTED
  IDENTIFIER_NOT_FOUND INCOMPATIBLE_PARAMETER_VALUE INVALID_IBAN INVALID_PICKUP_ADDRESS
  INVALID_PREVIOUS_TRANSACTION_REFERENCE INVALID_SECURITY_CODE_LENGTH MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED
  MERCHANT_INITIATED_WITH_AUTHENTICATION_RESULTS MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS
  MERCHANT_INITIATED_WITH_SECURITY_CODE MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE MISSING_CRYPTOGRAM
  MISSING_PREVIOUS_REFERENCE NOT_ELIGIBLE_FOR_PAYPAL_TRANSACTION_ID_PROCESSING NOT_ELIGIBLE_FOR_PNREF_PROCESSING
  NOT_ENABLED_FOR_BANK_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING ONLY_ONE_BANK_SOURCE_ALLOWED
  PAYEE_BLOCKED_TRANSACTION PAYEE_FX_RATE_ID_EXPIRED PAYEE_NOT_ENABLED_FOR_BANK_PROCESSING
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING PAYER_ACCOUNT_LOCKED_OR_CLOSED PAYER_ACCOUNT_RESTRICTED PAYER_CANNOT_PAY
  PAYMENT_SOURCE_MISMATCH PAYMENT_SOURCE_NOT_SUPPORTED PAYPAL_TRANSACTION_ID_EXPIRED PAYPAL_TRANSACTION_ID_NOT_FOUND
  PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER PNREF_EXPIRED PNREF_NOT_FOUND PREFERRED_PAYMENT_SOURCE_MISMATCH
  PREVIOUS_TRANSACTION_REFERENCE_HAS_CHARGEBACK PREVIOUS_TRANSACTION_REFERENCE_VOIDED REFERENCED_CARD_EXPIRED
  REQUIRED_PARAMETER_FOR_CUSTOMER_INITIATED_PAYMENT RETURN_URL_REQUIRED SETUP_ERROR_FOR_BANK SHIPPING_ADDRESS_INVALID
  TOKEN_ID_NOT_FOUND TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_LIMIT_EXCEEDED TRANSACTION_REFUSED
  VAULT_INSTRUCTION_REQUIRED`;
const CERTAINLY_FAILED = Object.fromEntries(
  CERTAIN.trim()
    .split(/\s+/)
    .map((issue) => [issue, 'failed' as const]),
);

/** The issues that mean something else than their status. */
const BY_ISSUE: Record<PaypalCall, Record<string, PaypalMeaning>> = {
  create: USED_ID,
  subscribe: USED_ID,
  show: MISSING,
  capture: {
    ...MISSING,
    ...CERTAINLY_FAILED,
    // Just captured by another call, being captured, or not approved.
    ORDER_ALREADY_CAPTURED: 'look',
    ORDER_NOT_APPROVED: 'look',
    ORDER_COMPLETION_IN_PROGRESS: 'look',
    INSTRUMENT_DECLINED: 'declined',
    PAYER_ACTION_REQUIRED: 'declined',
    REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
    // The shop's own account.
    PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'refused',
    PAYEE_ACCOUNT_RESTRICTED: 'refused',
    TRANSACTION_RECEIVING_LIMIT_EXCEEDED: 'refused',
  },
  // The first activation takes the first payment. Just activated by another call, or not approved.
  activate: {
    ...MISSING,
    SUBSCRIPTION_STATUS_INVALID: 'look',
    SUBSCRIPTION_CANNOT_BE_ACTIVATED: 'failed',
    USER_ACCOUNT_CLOSED: 'failed',
  },
  // Already done, over, or not possible yet.
  change: { SUBSCRIPTION_STATUS_INVALID: 'look' },
  refund: {},
};

/** Our request or account is wrong. */
const REFUSED_START = {
  400: 'refused',
  401: 'refused',
  403: 'refused',
  404: 'refused',
  422: 'refused',
} as const;

/** For every other issue. */
const BY_STATUS: Record<PaypalCall, Record<number, PaypalMeaning>> = {
  create: REFUSED_START,
  subscribe: REFUSED_START,
  show: {},
  capture: { 403: 'refused', 422: 'unlisted' },
  activate: { 403: 'refused', 422: 'unlisted' },
  change: { 400: 'refused', 403: 'refused', 422: 'refused' },
  refund: { 400: 'refused', 403: 'refused', 404: 'refused', 422: 'refused' },
};

export const meaningOf = (call: PaypalCall, { status, issue }: PaypalRefusal): PaypalMeaning =>
  BY_ISSUE[call][issue] ?? BY_STATUS[call][status] ?? 'unknown';

/** What the call means if PayPal refused it; null for any other error. */
export const refusalOf = (call: PaypalCall, error: unknown): PaypalMeaning | null =>
  error instanceof PaypalRefusal ? meaningOf(call, error) : null;

/** Null for what PayPal does not find. It deletes orders that nobody approves. */
export const orNull = <Found>(reading: Promise<Found>): Promise<Found | null> =>
  reading.catch((error: unknown) => {
    if (refusalOf('show', error) === 'missing') return null;
    throw error;
  });

/** For an order without a capture. A completed order is decided by its captures. */
export const ORDER_STATUSES: Record<string, 'open' | 'failed' | 'as its captures'> = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'open',
  VOIDED: 'failed',
  COMPLETED: 'as its captures',
};

export const CAPTURE_STATUSES: Record<string, 'paid' | 'processing' | 'failed'> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  // An eCheck, or PayPal holds the money; see `heldOf`. A webhook reports the result.
  PENDING: 'processing',
  // It completed the order, so nobody can approve it again.
  DECLINED: 'failed',
  FAILED: 'failed',
};

/** PayPal's reasons for a pending payment that wait for the customer's bank. */
const AT_THE_BANK = new Set(['ECHECK', 'TRANSACTION_APPROVED_AWAITING_FUNDING']);

/** Why PayPal itself holds a pending payment; undefined for one that waits for the bank. */
export const heldOf = (details: { reason?: string | undefined } | undefined): string | undefined =>
  details?.reason && !AT_THE_BANK.has(details.reason) ? details.reason : undefined;

export const REFUND_STATUSES: Record<string, RefundStatus> = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
};
