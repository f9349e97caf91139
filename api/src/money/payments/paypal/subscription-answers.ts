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

/** Undefined for one that was never approved. */
export const AGREEMENT_STATUSES: Record<string, 'active' | 'paused' | 'canceled' | 'ended' | undefined> = {
  APPROVAL_PENDING: undefined,
  // Activated, with the first period still to come.
  APPROVED: 'active',
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
