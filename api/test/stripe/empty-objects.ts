import type { FakeCharge, FakeIntent, FakeRefund } from './records.ts';

/** Fields that Stripe includes in every object but no test needs. */
export const BLANK_INTENT = {
  allowed_payment_method_types: null,
  application: null,
  application_fee_amount: null,
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
} satisfies Partial<FakeIntent>;

export const BLANK_CHARGE = {
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  description: null,
  failure_balance_transaction: null,
  fraud_details: null,
  on_behalf_of: null,
  outcome: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
} satisfies Partial<FakeCharge>;

export const BLANK_REFUND = {
  balance_transaction: null,
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
} satisfies Partial<FakeRefund>;
