import { Stripe } from 'stripe';
import type { Dispute, RefundStatus } from '@northlight/shared/contracts/payments.ts';
import type { ProviderAgreement } from '../recurring.ts';

/** `subscribe`: every call that starts or changes a recurring payment. */
export type StripeCall = 'create' | 'retrieve' | 'cancel' | 'refund' | 'subscribe';

/** What the shop does when Stripe answers with an error or not at all. */
export type StripeMeaning =
  /** The result is unknown: the customer is asked to try again, and a pending refund is retried. */
  | 'unknown'
  /** These keys do not see the payment, which may be on another Stripe account. */
  | 'missing'
  /** This attempt is over. The next one gets a new idempotency key. */
  | 'over'
  /** The intent's status decides. */
  | 'look'
  /** Nothing was done, and a retry would get the same answer. */
  | 'refused';

type StripeKind =
  | 'missing'
  /** Too many calls: the same call can succeed later. */
  | 'not now'
  | 'wrong keys'
  /** A retry would be refused too. */
  | 'refusal'
  /** The idempotency key was first used with other parameters. */
  | 'used key'
  | 'broken'
  | 'no answer';

/** The codes that mean something else than their status. */
const BY_CODE: Record<string, StripeKind> = {
  resource_missing: 'missing',
  idempotency_key_in_use: 'not now',
  lock_timeout: 'not now',
  rate_limit: 'not now',
  payment_intent_rate_limit_exceeded: 'not now',
  api_key_expired: 'wrong keys',
  platform_api_key_expired: 'wrong keys',
  secret_key_required: 'wrong keys',
  livemode_mismatch: 'wrong keys',
};

const BY_STATUS: Record<number, StripeKind> = {
  400: 'refusal',
  401: 'wrong keys',
  402: 'refusal',
  403: 'refusal',
  404: 'refusal',
};

/** Anything else is unknown. */
const MEANINGS: Record<StripeCall, Partial<Record<StripeKind, StripeMeaning>>> = {
  create: {
    missing: 'refused',
    'wrong keys': 'refused',
    refusal: 'refused',
    // The customer corrected their email after the answer was lost. Nobody was ever shown the intent of the
    // first call.
    'used key': 'over',
    // Stripe repeats this answer for this key for a day.
    broken: 'over',
  },
  retrieve: { missing: 'missing' },
  // It succeeded, is processing, or was already canceled.
  cancel: { missing: 'look', refusal: 'look' },
  // After a broken answer, the payment's list of refunds shows whether it was made.
  refund: { missing: 'refused', refusal: 'refused', 'used key': 'refused' },
  // After a broken answer, the customer's list of subscriptions shows whether it was made.
  subscribe: { missing: 'refused', refusal: 'refused' },
};

function kindOf(error: unknown): StripeKind {
  if (!(error instanceof Stripe.errors.StripeError) || !error.statusCode) return 'no answer';
  if (error.statusCode >= 500) return 'broken';
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'used key';
  return BY_CODE[error.code ?? ''] ?? BY_STATUS[error.statusCode] ?? 'not now';
}

export const meaningOf = (call: StripeCall, error: unknown): StripeMeaning =>
  MEANINGS[call][kindOf(error)] ?? 'unknown';

/** An unknown status is never treated as paid. */
export const INTENT_STATUSES: Record<string, 'open' | 'processing' | 'failed' | 'paid'> = {
  // A declined card leaves the intent open, so the customer can try another one.
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  // Bank debits take days. A webhook reports the result.
  processing: 'processing',
  // The money is only authorized. We never request this.
  requires_capture: 'open',
  canceled: 'failed',
  succeeded: 'paid',
};

/** `warning_...` are inquiries, which come before a dispute. */
export const DISPUTE_STATUSES: Record<string, Dispute['status']> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  needs_response: 'open',
  under_review: 'open',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
};

export const REFUND_STATUSES: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export const SUBSCRIPTION_STATUSES: Record<string, ProviderAgreement['state']> = {
  active: 'active',
  trialing: 'active',
  // The first invoice is unpaid. Ours has no amount, so this happens only to what was made in the dashboard.
  incomplete: 'past-due',
  incomplete_expired: 'ended',
  past_due: 'past-due',
  // Stripe has given up, but its customer can still pay, and it would go on.
  unpaid: 'past-due',
  paused: 'paused',
  // The reason decides.
  canceled: 'canceled',
};

export const CANCELLATION_REASONS: Record<string, 'canceled' | 'ended'> = {
  cancellation_requested: 'canceled',
  payment_disputed: 'canceled',
  canceled_by_retention_policy: 'canceled',
  // Stripe has given up.
  payment_failed: 'ended',
};

/** `due` becomes failed with the first attempt that fails, and `paid` refunded with a full refund. */
export const INVOICE_STATUSES: Record<string, 'due' | 'paid' | 'failed' | 'none'> = {
  // For about an hour.
  draft: 'due',
  open: 'due',
  paid: 'paid',
  uncollectible: 'failed',
  void: 'none',
};
