import type { Stripe } from 'stripe';
import type { FakeSetupIntent } from './card-pages.ts';

/**
 * An object of the SDK's types as the API sends it without `expand`: with the IDs of other objects, and decimals as text.
 * The types are generated from Stripe's API description, so that a field that is missing in the fake does not compile.
 */
export type Wire<Thing> = Thing extends Stripe.Decimal
  ? string
  : Thing extends (infer Item)[]
    ? Wire<Item>[]
    : Thing extends object
      ? { [Key in keyof Thing]: WireField<Thing[Key]> }
      : Thing;
type WireField<Value> = string extends Value ? Exclude<Value, object> : Wire<Value>;

export type FakePaymentMethod = Wire<Stripe.PaymentMethod>;
export type FakeCustomer = Wire<Stripe.Customer>;
export type FakeProduct = Wire<Stripe.Product>;
export type Interval = 'month' | 'year';
export type FakePrice = Wire<Stripe.Price> & {
  product: string;
  recurring: { interval: Interval };
  unit_amount: number;
};
export type FakeItem = Wire<Stripe.SubscriptionItem> & { price: FakePrice; quantity: number };
export type FakeSource = Pick<
  Wire<Stripe.Card>,
  'id' | 'object' | 'brand' | 'exp_month' | 'exp_year' | 'last4'
>;
export type FakeSubscription = Wire<Stripe.Subscription> & {
  customer: string;
  billing_cycle_anchor_config: { hour: number; minute: number; second: number };
  cancellation_details: { reason: Stripe.Subscription.CancellationDetails.Reason | null };
  items: { data: [FakeItem] };
};
export type FakeInvoice = Wire<Stripe.Invoice> & { customer: string };
export type FakeInvoicePayment = Wire<Stripe.InvoicePayment> & { payment: { payment_intent: string } };

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
