import type { Stripe } from 'stripe';
import type { webhookEndpoint } from '../stripe/webhook-endpoints.ts';
import type { createPortalSession } from '../stripe/customers.ts';
import type { lineOf } from '../stripe/invoices.ts';
import type {
  FakeCustomer,
  FakeInvoice,
  FakeInvoicePayment,
  FakeItem,
  FakePaymentMethod,
  FakePrice,
  FakeProduct,
  FakeSubscription,
} from '../stripe/billing-records.ts';
import type { FakeCharge, FakeIntent, FakeRefund, FakeStripeEvent } from '../stripe/records.ts';

// `Pick` of an optional field allows an empty object. `Pick` of a required field does not.
type Required<Thing> = keyof {
  [Key in keyof Thing as object extends Pick<Thing, Key> ? never : Key]: true;
};

/** Decimal numbers are texts in JSON. */
type Kind<Value> = Value extends string | Stripe.Decimal
  ? 'string'
  : Value extends number | boolean
    ? Value extends number
      ? 'number'
      : 'boolean'
    : Value extends null
      ? 'null'
      : Value extends readonly unknown[]
        ? 'array'
        : 'object';

/** The required fields that are missing in the fake, or of another kind there. */
type Wrong<Thing, Fake> = {
  [Key in Required<Thing>]: Key extends keyof Fake
    ? [Kind<Fake[Key]>] extends [Kind<Thing[Key]>]
      ? never
      : Key
    : Key;
}[Required<Thing>];

/**
 * The SDK's types are generated from Stripe's API description. The type check fails here if one of the fake's objects lacks
 * a field that the description requires, or has null or another kind of value where it has none.
 */
export const WRONG: Record<
  | Wrong<Stripe.PaymentIntent, FakeIntent>
  | Wrong<Stripe.Charge, FakeCharge>
  | Wrong<Stripe.Refund, FakeRefund>
  | Wrong<Stripe.Event, FakeStripeEvent>
  | Wrong<Stripe.WebhookEndpoint, ReturnType<typeof webhookEndpoint>>
  | Wrong<Stripe.Customer, FakeCustomer>
  | Wrong<Stripe.PaymentMethod, FakePaymentMethod>
  | Wrong<Stripe.Product, FakeProduct>
  | Wrong<Stripe.Price, FakePrice>
  | Wrong<Stripe.Subscription, FakeSubscription>
  | Wrong<Stripe.SubscriptionItem, FakeItem>
  | Wrong<Stripe.Invoice, FakeInvoice>
  | Wrong<Stripe.InvoiceLineItem, ReturnType<typeof lineOf>>
  | Wrong<Stripe.InvoicePayment, FakeInvoicePayment>
  | Wrong<Stripe.BillingPortal.Session, ReturnType<typeof createPortalSession>>,
  never
> = {};
