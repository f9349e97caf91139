import type { Stripe } from 'stripe';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { RecurringRefused, type AdoptedRecurring } from '../recurring.ts';
import { meaningOf } from './answers.ts';
import { dueTimeOf, invoicesOf, isStopped } from './recurring-states.ts';
import { idOf } from './states.ts';

/** The agreement's ID of an adopted subscription: its customer may have others. */
const idOfAdopted = (customer: string, subscription: string) => `${customer} ${subscription}`;

/** The customer and, if it was adopted, the subscription of an agreement's ID. */
export function partsOf(id: string): { customer: string; subscription: string | undefined } {
  const [customer = '', subscription] = id.split(' ');
  return { customer, subscription };
}

/**
 * Reads a subscription that was started elsewhere, and changes nothing at Stripe. Throws `RecurringRefused` for one that
 * the shop could not go on with as it is.
 */
export async function adopt(stripe: Stripe, subscriptionId: string): Promise<AdoptedRecurring> {
  const subscription = await stripe.subscriptions
    .retrieve(subscriptionId, { expand: ['customer'] })
    .catch((error: unknown) => {
      if (meaningOf('retrieve', error) === 'missing')
        throw new RecurringRefused(
          'Stripe doesn’t know this subscription. Check the ID and the Stripe account.',
        );
      throw error;
    });
  const { customer, items, start_date: since, billing_cycle_anchor: anchor } = subscription;
  const [item] = items.data;
  if (!item || typeof customer === 'string' || customer.deleted)
    throw new RecurringRefused('Its customer was deleted at Stripe.');
  const why = whyNot(subscription, customer);
  if (why !== null) throw new RecurringRefused(why);
  const periodEnd = new Date(item.current_period_end * 1_000);
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id, limit: 100 });
  const unpaid = invoicesOf(subscription, invoices).filter(
    (invoice) =>
      ['draft', 'open'].includes(invoice.status ?? '') && invoice.amount_due > 0 && !isStopped(invoice),
  );
  const underWay = unpaid.filter(({ created }) => created >= item.current_period_start);
  const old = unpaid.filter((invoice) => !underWay.includes(invoice));
  const { cancel_at: endS, cancel_at_period_end: endsWithPeriod } = subscription;
  return {
    id: idOfAdopted(customer.id, subscription.id),
    customerId: customer.id,
    email: customer.email,
    amountCents: item.price.unit_amount ?? 0,
    period: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    since: new Date(since * 1_000),
    countedFrom: new Date(anchor * 1_000),
    firstChargeAt: new Date(Math.min(periodEnd.getTime(), ...underWay.map(dueTimeOf))),
    periodEnd,
    notice:
      old.length > 0
        ? `Stripe still has ${formatUsd(old.reduce((sum, { amount_due }) => sum + amount_due, 0))} of older unpaid invoices, which the shop doesn’t collect.`
        : null,
    cancelAt: endS === null ? (endsWithPeriod ? periodEnd : null) : new Date(endS * 1_000),
  };
}

/** Why the shop can't manage a subscription, or null. */
function whyNot(subscription: Stripe.Subscription, customer: Stripe.Customer): string | null {
  const { status, metadata, schedule, pause_collection, collection_method, items } = subscription;
  const [item, ...others] = items.data;
  const { price, quantity } = item ?? {};
  const { interval, interval_count: count, usage_type: usage } = price?.recurring ?? {};
  const isPlain = (interval === 'month' || interval === 'year') && count === 1;
  const hasFixedAmount = usage === 'licensed' && Number.isInteger(price?.unit_amount) && quantity === 1;
  const taxes = [...(subscription.default_tax_rates ?? []), ...(item?.tax_rates ?? [])];
  if (metadata['orderNumber'])
    return `Northlight started it, with order ${metadata['orderNumber']}. Nothing needs to be imported.`;
  if (status !== 'active')
    return `At Stripe its status is ${status}. Only active subscriptions can be imported.`;
  if (pause_collection) return 'It is paused at Stripe. Resume it there first.';
  if (schedule) return 'A schedule at Stripe changes it later. Release it from the schedule first.';
  if (collection_method !== 'charge_automatically')
    return 'Stripe sends invoices for it and charges no card. Only automatic charges can be imported.';
  if (others.length > 0 || !hasFixedAmount)
    return 'It has several items or no fixed price. Only one item with a fixed price can be imported.';
  if (price?.currency !== 'usd')
    return `It is charged in ${price?.currency.toUpperCase()}. Northlight only charges US dollars.`;
  if (!isPlain) return 'It isn’t charged every month or every year.';
  if (subscription.automatic_tax.enabled || taxes.length > 0)
    return `Stripe adds sales tax to its ${formatUsd(price.unit_amount ?? 0)}. Include the tax in its price first.`;
  if (subscription.discounts.length + (item?.discounts.length ?? 0) > 0 || customer.discount)
    return 'It has a discount at Stripe. Put the discount into its price first.';
  if (customer.balance !== 0)
    return 'Its customer has a credit or a debt at Stripe, which changes what is charged next. Settle it there first.';
  if (subscription.application_fee_percent || subscription.transfer_data || subscription.on_behalf_of)
    return 'Another platform gets a share of it at Stripe. Only subscriptions of your own account can be imported.';
  if (
    subscription.pending_update ||
    subscription.pending_invoice_item_interval ||
    subscription.billing_thresholds
  )
    return 'At Stripe, a change of what it charges is pending. Finish or remove it there first.';
  return null;
}

/**
 * Where the customer of an adopted subscription chooses another card. The billing portal would change the customer's
 * default, which other subscriptions may charge.
 */
export const createCardPage = (stripe: Stripe, customer: string, subscription: string, returnUrl: string) =>
  stripe.checkout.sessions.create({
    mode: 'setup',
    currency: 'usd',
    customer,
    success_url: returnUrl,
    cancel_url: returnUrl,
    setup_intent_data: { metadata: { subscription } },
  });

/** The card that was last chosen there becomes that of the subscription, once. */
export async function useChosenCard(stripe: Stripe, customer: string, subscription: string): Promise<void> {
  const { data } = await stripe.setupIntents.list({ customer, limit: 100 }).catch((error: unknown) => {
    // A restricted key from before this was needed. Its page for another card is refused, too.
    if (error instanceof Error && meaningOf('subscribe', error) === 'refused') return { data: [] };
    throw error;
  });
  const chosen = data.find(
    ({ status, metadata }) => status === 'succeeded' && metadata?.['subscription'] === subscription,
  );
  const method = idOf(chosen?.payment_method);
  if (!chosen || !method || chosen.metadata?.['used']) return;
  await stripe.subscriptions.update(subscription, { default_payment_method: method });
  await stripe.setupIntents.update(chosen.id, { metadata: { used: 'yes' } });
}
