import type { FakeSetupIntent } from './card-pages.ts';
import type { BLANK_CUSTOMER, BLANK_INVOICE, BLANK_PRODUCT, BLANK_SUBSCRIPTION } from './empty-billing.ts';

export type FakePaymentMethod = {
  id: string;
  object: 'payment_method';
  billing_details: object;
  card?: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    funding: string;
    country: string;
  };
  cashapp?: object;
  created: number;
  customer: string | null;
  customer_account: null;
  livemode: false;
  metadata: object;
  type: 'card' | 'cashapp' | 'us_bank_account';
  us_bank_account?: { bank_name: string; last4: string };
};

export type FakeCustomer = Omit<typeof BLANK_CUSTOMER, 'default_source'> & {
  default_source: string | null;
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  invoice_settings: {
    custom_fields: null;
    default_payment_method: string | null;
    footer: null;
    rendering_options: null;
  };
  livemode: false;
  metadata: Record<string, string>;
  name: string | null;
};

export type FakeProduct = typeof BLANK_PRODUCT & {
  id: string;
  object: 'product';
  created: number;
  name: string;
  updated: number;
};

export type Interval = 'month' | 'year';

export type FakePrice = {
  id: string;
  object: 'price';
  active: true;
  billing_scheme: 'per_unit';
  created: number;
  currency: string;
  custom_unit_amount: null;
  livemode: false;
  lookup_key: null;
  metadata: object;
  nickname: null;
  product: string;
  recurring: {
    interval: Interval;
    interval_count: 1;
    meter: null;
    trial_period_days: null;
    usage_type: 'licensed';
  };
  tax_behavior: 'unspecified';
  tiers_mode: null;
  transform_quantity: null;
  type: 'recurring';
  unit_amount: number;
  unit_amount_decimal: string;
};

export type FakeItem = {
  id: string;
  object: 'subscription_item';
  billing_thresholds: null;
  created: number;
  current_period_end: number;
  current_period_start: number;
  current_trial: null;
  discounts: [];
  metadata: object;
  plan: object;
  price: FakePrice;
  quantity: number;
  subscription: string;
  tax_rates: [];
};

export type FakeSource = {
  id: string;
  object: 'card';
  brand: string;
  exp_month: number;
  exp_year: number;
  last4: string;
};

type CancellationReason =
  | 'cancellation_requested'
  | 'payment_failed'
  | 'payment_disputed'
  | 'canceled_by_retention_policy';

export type FakeSubscription = Omit<
  typeof BLANK_SUBSCRIPTION,
  'default_payment_method' | 'default_source' | 'trial_end' | 'trial_start'
> & {
  default_payment_method: string | null;
  default_source: string | null;
  trial_end: number | null;
  trial_start: number | null;
  id: string;
  object: 'subscription';
  billing_cycle_anchor: number;
  billing_cycle_anchor_config: {
    day_of_month: number;
    hour: number;
    minute: number;
    month: number | null;
    second: number;
  };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: null;
    feedback: null;
    feedback_option: null;
    reason: CancellationReason | null;
  };
  created: number;
  customer: string;
  ended_at: number | null;
  items: { object: 'list'; data: [FakeItem]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Record<string, string>;
  pause_collection: { behavior: string; resumes_at: null } | null;
  start_date: number;
  status:
    | 'active'
    | 'canceled'
    | 'incomplete'
    | 'incomplete_expired'
    | 'past_due'
    | 'paused'
    | 'trialing'
    | 'unpaid';
};

export type FakeInvoice = typeof BLANK_INVOICE & {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  created: number;
  customer: string;
  effective_at: number | null;
  hosted_invoice_url: string | null;
  lines: { object: 'list'; data: object[]; has_more: false; url: string };
  next_payment_attempt: number | null;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: object } | null;
  } | null;
  period_end: number;
  period_start: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: {
    finalized_at: number | null;
    marked_uncollectible_at: null;
    paid_at: number | null;
    voided_at: number | null;
  };
  subtotal: number;
  total: number;
};

export type FakeInvoicePayment = {
  id: string;
  object: 'invoice_payment';
  amount_paid: number | null;
  amount_requested: number;
  created: number;
  currency: 'usd';
  invoice: string;
  is_default: true;
  livemode: false;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
  status_transitions: { canceled_at: null; paid_at: number | null };
};

export function createBillingRecords() {
  return {
    customers: new Map<string, FakeCustomer>(),
    deletedCustomers: new Set<string>(),
    products: new Map<string, FakeProduct>(),
    subscriptions: new Map<string, FakeSubscription>(),
    setupIntents: new Map<string, FakeSetupIntent>(),
    /** Cards that were saved before Stripe had payment methods. Their means are below. */
    sources: new Map<string, FakeSource>(),
    invoices: new Map<string, FakeInvoice>(),
    /** By invoice. */
    invoicePayments: new Map<string, FakeInvoicePayment>(),
    /** The card number or other means behind each payment method. */
    means: new Map<string, string>(),
  };
}
