import type { Stripe } from 'stripe';
import type { Wire } from './records.ts';
import type { FakeSetupIntent } from './card-pages.ts';

type Card = Pick<
  Stripe.PaymentMethod.Card,
  'brand' | 'last4' | 'exp_month' | 'exp_year' | 'funding' | 'country'
>;

export type FakePaymentMethod = Wire<Stripe.PaymentMethod> & {
  card?: Card;
  cashapp?: object;
  us_bank_account?: { bank_name: string; last4: string };
};

export type FakeCustomer = Omit<Wire<Stripe.Customer>, 'invoice_settings'> & {
  invoice_settings: { default_payment_method: string | null } & Record<
    'custom_fields' | 'footer' | 'rendering_options',
    null
  >;
  name: string | null;
};

export type FakeProduct = Wire<Stripe.Product>;

export type Interval = 'month' | 'year';

export type FakePrice = Omit<Wire<Stripe.Price>, 'recurring'> & {
  recurring: Omit<Stripe.Price.Recurring, 'interval'> & { interval: Interval };
  unit_amount: number;
};

export type FakeItem = Omit<Wire<Stripe.SubscriptionItem>, 'plan' | 'price'> & {
  plan: object;
  price: FakePrice;
  quantity: number;
};

export type FakeSource = {
  id: string;
  object: 'card';
  brand: string;
  exp_month: number;
  exp_year: number;
  last4: string;
};

export type FakeSubscription = Omit<Wire<Stripe.Subscription>, 'items' | 'pause_collection'> & {
  billing_cycle_anchor_config: Record<'day_of_month' | 'hour' | 'minute' | 'second', number> & {
    month: number | null;
  };
  cancellation_details: Stripe.Subscription.CancellationDetails;
  items: { object: 'list'; data: [FakeItem]; has_more: false; url: string };
  pause_collection: { behavior: string; resumes_at: null } | null;
};

export type FakeInvoice = Omit<Wire<Stripe.Invoice>, 'lines' | 'parent'> & {
  auto_advance: boolean;
  customer: string;
  hosted_invoice_url: string | null;
  lines: { object: 'list'; data: object[]; has_more: false; url: string };
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { subscription: string; metadata: object } | null;
  } | null;
  status: Stripe.Invoice.Status;
};

export type FakeInvoicePayment = Omit<Wire<Stripe.InvoicePayment>, 'payment'> & {
  payment: { type: 'payment_intent'; payment_intent: string };
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
