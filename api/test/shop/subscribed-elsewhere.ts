import { createStripeClient } from '../../src/money/payments/stripe/client.ts';
import { createMethod, MEANS } from '../stripe/payment-methods.ts';
import type { LiveApp } from './live-app.ts';

/** Subscriptions of the shop's Stripe account that another system started, on day 10 of a month at 9:00. */
export async function subscribedElsewhere(
  { stripe: { records }, context }: LiveApp,
  { email = 'cleo@cafe.example', unitAmount = 4_500, interval = 'month' as 'month' | 'year' } = {},
) {
  const { payments } = context.settings;
  if (payments.mode !== 'live' || !payments.stripe) throw new Error('No Stripe.');
  const api = createStripeClient(payments.stripe);
  const product = await api.products.create({ id: 'old-plan', name: 'Care plan' });
  const newMethod = (customer: string, means: keyof typeof MEANS = 'succeeds'): string => {
    const method = createMethod(records, MEANS[means]);
    method.customer = customer;
    return method.id;
  };
  const subscribe = (customer: string, amount = unitAmount) =>
    api.subscriptions.create({
      customer,
      items: [
        {
          price_data: { currency: 'usd', product: product.id, unit_amount: amount, recurring: { interval } },
        },
      ],
      billing_cycle_anchor_config: { day_of_month: 10, hour: 9, minute: 0, second: 0 },
      proration_behavior: 'none',
    });
  const { id: customer } = await api.customers.create({ email, name: 'Cleo Park' });
  await api.customers.update(customer, {
    invoice_settings: { default_payment_method: newMethod(customer) },
  });
  const { id } = await subscribe(customer);
  return { customer, id, subscribe, newMethod };
}
