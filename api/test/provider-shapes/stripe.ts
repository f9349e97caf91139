import type { Stripe } from 'stripe';

/** A question mark means that the field exists but may be null. */
export type Kind = `${'array' | 'boolean' | 'number' | 'object' | 'string'}${'' | '?'}`;

// `Pick` of an optional field allows an empty object. `Pick` of a required field does not.
type Required<Thing> = keyof {
  [Key in keyof Thing as object extends Pick<Thing, Key> ? never : Key]: true;
};
export type Shape<Thing> = Record<Required<Thing>, Kind>;

/**
 * The fields that Stripe's API description requires. The SDK's types are generated from that description, so
 * an extra or missing field here fails the type check.
 */
export const PAYMENT_INTENT: Shape<Stripe.PaymentIntent> = {
  id: 'string',
  object: 'string',
  allowed_payment_method_types: 'array?',
  amount: 'number',
  amount_capturable: 'number',
  amount_received: 'number',
  application: 'string?',
  application_fee_amount: 'number?',
  automatic_payment_methods: 'object?',
  canceled_at: 'number?',
  cancellation_reason: 'string?',
  capture_method: 'string',
  client_secret: 'string?',
  confirmation_method: 'string',
  created: 'number',
  currency: 'string',
  customer: 'string?',
  customer_account: 'string?',
  description: 'string?',
  excluded_payment_method_types: 'array?',
  last_payment_error: 'object?',
  latest_charge: 'string?',
  livemode: 'boolean',
  managed_payments: 'object?',
  metadata: 'object',
  next_action: 'object?',
  on_behalf_of: 'string?',
  payment_method: 'string?',
  payment_method_configuration_details: 'object?',
  payment_method_options: 'object?',
  payment_method_types: 'array',
  payment_record: 'string?',
  processing: 'object?',
  receipt_email: 'string?',
  review: 'string?',
  setup_future_usage: 'string?',
  shipping: 'object?',
  source: 'string?',
  statement_descriptor: 'string?',
  statement_descriptor_suffix: 'string?',
  status: 'string',
  transfer_group: 'string?',
};

export const CHARGE: Shape<Stripe.Charge> = {
  id: 'string',
  object: 'string',
  amount: 'number',
  amount_captured: 'number',
  amount_refunded: 'number',
  application: 'string?',
  application_fee: 'string?',
  application_fee_amount: 'number?',
  balance_transaction: 'string?',
  billing_details: 'object',
  calculated_statement_descriptor: 'string?',
  captured: 'boolean',
  created: 'number',
  currency: 'string',
  customer: 'string?',
  description: 'string?',
  disputed: 'boolean',
  failure_balance_transaction: 'string?',
  failure_code: 'string?',
  failure_message: 'string?',
  fraud_details: 'object?',
  livemode: 'boolean',
  metadata: 'object',
  on_behalf_of: 'string?',
  outcome: 'object?',
  paid: 'boolean',
  payment_intent: 'string?',
  payment_method: 'string?',
  payment_method_details: 'object?',
  receipt_email: 'string?',
  receipt_number: 'string?',
  receipt_url: 'string?',
  refunded: 'boolean',
  review: 'string?',
  shipping: 'object?',
  source: 'object?',
  source_transfer: 'string?',
  statement_descriptor: 'string?',
  statement_descriptor_suffix: 'string?',
  status: 'string',
  transfer_data: 'object?',
  transfer_group: 'string?',
};

export const REFUND: Shape<Stripe.Refund> = {
  id: 'string',
  object: 'string',
  amount: 'number',
  balance_transaction: 'string?',
  charge: 'string?',
  created: 'number',
  currency: 'string',
  customer: 'string?',
  customer_account: 'string?',
  metadata: 'object?',
  payment_intent: 'string?',
  payment_method: 'string?',
  reason: 'string?',
  receipt_number: 'string?',
  source_transfer_reversal: 'string?',
  status: 'string?',
  transfer_reversal: 'string?',
};

export const EVENT: Shape<Stripe.Event> = {
  id: 'string',
  object: 'string',
  api_version: 'string?',
  created: 'number',
  data: 'object',
  livemode: 'boolean',
  pending_webhooks: 'number',
  request: 'object?',
  type: 'string',
};

export const WEBHOOK_ENDPOINT: Shape<Stripe.WebhookEndpoint> = {
  id: 'string',
  object: 'string',
  api_version: 'string?',
  application: 'string?',
  created: 'number',
  description: 'string?',
  enabled_events: 'array',
  livemode: 'boolean',
  metadata: 'object',
  status: 'string',
  url: 'string',
};

/** Every error has these fields. Its `code` is in STRIPE_CODES if the caller can handle it. */
export const ERROR: Record<'type', Kind> = { type: 'string' };
export const ERROR_TYPES = ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'];
