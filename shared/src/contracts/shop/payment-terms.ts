export const PAYMENT_METHODS = ['credit-card', 'paypal'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_MODES = ['demo', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** The payment status of an order. */
export const PAYMENT_STATUSES = ['completed', 'pending'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
