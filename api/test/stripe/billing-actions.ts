import type { FakeInvoice } from './billing-records.ts';
import { chooseCard } from './card-pages.ts';
import { useMethod } from './customers.ts';
import { endSubscription, payWith, paymentOf } from './invoices.ts';
import { createMethod, MEANS } from './payment-methods.ts';
import { found, type StripeRecords } from './records.ts';

/** What customers and the business do on Stripe's own pages. Every customer has one subscription. */
export function createBillingActions(records: StripeRecords) {
  const subscriptionOf = (customerId: string) => {
    const one = [...records.subscriptions.values()].find(({ customer }) => customer === customerId);
    if (!one) throw new Error(`The fake Stripe knows no subscription of ${customerId}`);
    return one;
  };
  const newMethod = (customerId: string, means: keyof typeof MEANS): string => {
    const method = createMethod(records, MEANS[means]);
    method.customer = customerId;
    return method.id;
  };
  const invoicesOf = (customerId: string): FakeInvoice[] =>
    [...records.invoices.values()].filter(
      ({ customer, amount_due }) => customer === customerId && amount_due > 0,
    );
  return {
    subscriptionOf,
    /** Oldest first, without those that ask for nothing. */
    invoicesOf,
    /** The PaymentIntent of an invoice. */
    intentOf: (invoice: FakeInvoice): string => paymentOf(records, invoice).payment.payment_intent,
    /** On the page for another card, which does not pay what is open. */
    updateCard: (customerId: string, means: keyof typeof MEANS): void =>
      useMethod(records, found(records.customers, customerId), newMethod(customerId, means)),
    chooseCard: (customerId: string, means: keyof typeof MEANS) => chooseCard(records, customerId, means),
    /** On the page of the oldest open invoice. */
    payOpenInvoice: (customerId: string, means: keyof typeof MEANS): void => {
      const open = invoicesOf(customerId).find(({ status }) => status === 'open');
      if (!open) throw new Error('No invoice is open.');
      payWith(records, open, newMethod(customerId, means));
    },
    cancelAtDashboard: (customerId: string): void =>
      void endSubscription(records, subscriptionOf(customerId), 'cancellation_requested'),
    deleteCustomer: (customerId: string): void => {
      endSubscription(records, subscriptionOf(customerId), 'cancellation_requested');
      records.emit('customer.deleted', found(records.customers, customerId));
      records.customers.delete(customerId);
      records.deletedCustomers.add(customerId);
    },
  };
}
