import type { Stripe } from 'stripe';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { RecurringRefused, type RecurringProvider, type RecurringTerms } from '../recurring.ts';
import { meaningOf } from './answers.ts';
import { adopt, createCardPage, partsOf, useChosenCard } from './adopt.ts';
import { agreementOf, invoicesOf, NO_AGREEMENT } from './recurring-states.ts';
import { createRefund, disputeAbout } from './refunds-disputes.ts';
import { idOf } from './states.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

/** What every subscription is for. Customers see the name on Stripe's pages. */
const PRODUCT = { id: 'northlight-website', name: 'Website' };
/** The longest page of a list. */
const PAGE = 100;
const MOST_CHARGES = 1_000;

/**
 * Recurring payments on Stripe Billing. Every order has its own customer, whose ID is the agreement's, with one
 * subscription. The ID of one that was adopted names its subscription, too; see `adopt.ts`.
 */
export function createStripeRecurring(stripe: Stripe): RecurringProvider {
  const change = async (
    id: string,
    paramsFor: (subscription: Stripe.Subscription) => Stripe.SubscriptionUpdateParams,
  ): Promise<void> => {
    const subscription = await knownSubscription(stripe, id);
    if (isOver(subscription))
      throw new RecurringRefused('This recurring payment has already ended at Stripe.');
    await refusing('Stripe refused this change', () =>
      stripe.subscriptions.update(subscription.id, paramsFor(subscription)),
    );
  };
  return {
    start: (terms, knownId, remember) =>
      refusing('Stripe can’t start this recurring payment', () => start(stripe, terms, knownId, remember)),
    adopt: (subscriptionId) => refusing('Stripe', () => adopt(stripe, subscriptionId)),
    lookUp: (id) => lookUp(stripe, id),
    pause: (id) => change(id, () => ({ pause_collection: { behavior: 'void' } })),
    resume: (id) =>
      change(id, ({ status }) => {
        if (status === 'paused')
          throw new RecurringRefused('It was paused in Stripe’s dashboard. Please resume it there.');
        return { pause_collection: '' };
      }),
    cancelNow: async (id) => {
      const subscription = await subscriptionOf(stripe, id);
      if (!subscription || isOver(subscription)) return;
      await refusing('Stripe refused this change', () =>
        stripe.subscriptions.cancel(subscription.id).catch((error: unknown) => {
          // A repeated call: Stripe no longer finds what is canceled.
          if (meaningOf('retrieve', error) !== 'missing') throw error;
        }),
      );
    },
    cancelLater: async (id) => {
      const subscription = await knownSubscription(stripe, id);
      if (isOver(subscription)) return;
      await refusing('Stripe refused this change', async () => {
        // Stripe would go on trying to collect older invoices.
        const { customer } = partsOf(id);
        const { data } = await stripe.invoices.list({ customer, status: 'open', limit: PAGE });
        for (const invoice of invoicesOf(subscription, data))
          await stripe.invoices.update(invoice.id, { auto_advance: false });
        await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
      });
    },
    undoCancel: (id) =>
      change(id, ({ cancel_at, cancel_at_period_end }) =>
        // Stripe's dashboard can also schedule a day.
        cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false },
      ),
    changeAmount: (id, amountCents) => change(id, (subscription) => priceChange(subscription, amountCents)),
    changePeriod: async (id, { amountCents, period }) => {
      await change(id, (subscription) => {
        const [item] = subscription.items.data;
        const isDone = item?.price.recurring?.interval === period;
        return {
          ...priceChange(subscription, amountCents, period),
          // Without a trial until the next charge, Stripe would charge the new period at once.
          ...(item && !isDone && { trial_end: item.current_period_end }),
        };
      });
      return null;
    },
    refundCharge: async (refund) => (await createRefund(stripe, refund)).status,
    cardPage: async (id, returnUrl) => {
      const { customer, subscription } = partsOf(id);
      const { url } = await refusing<{ url: string | null }>('Stripe can’t show its page', async () =>
        subscription
          ? createCardPage(stripe, customer, subscription, returnUrl)
          : stripe.billingPortal.sessions.create({
              customer,
              return_url: returnUrl,
              flow_data: {
                type: 'payment_method_update',
                after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
              },
            }),
      );
      if (!url) throw new Error('Stripe’s page has no address.');
      return url;
    },
  };
}

/** Another price from the next invoice on. */
const priceChange = (
  { items }: Stripe.Subscription,
  amountCents: Cents,
  interval?: Period,
): Stripe.SubscriptionUpdateParams => ({
  items: items.data.slice(0, 1).map(({ id, price }) => ({
    id,
    price_data: {
      ...priceOf(amountCents, interval ?? price.recurring?.interval ?? 'month'),
      // An adopted one keeps its own product.
      product: idOf(price.product) ?? PRODUCT.id,
    },
    // Somebody may have set another one in Stripe's dashboard.
    quantity: 1,
  })),
  proration_behavior: 'none',
});

/** Turns a lasting refusal into `RecurringRefused`, which begins with `what`. */
async function refusing<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && meaningOf('subscribe', error) === 'refused')
      throw new RecurringRefused(`${what}: ${error.message}`);
    throw error;
  }
}

async function start(
  stripe: Stripe,
  terms: RecurringTerms,
  knownId: string | null,
  remember: (id: string) => Promise<void>,
): Promise<string> {
  const customer = knownId ?? (await createCustomer(stripe, terms));
  if (!knownId) await remember(customer);
  // The answer to an earlier call may have been lost, and Stripe forgets its key after a day.
  if (await subscriptionOf(stripe, customer)) return customer;
  const { lastResponse } = await saveMethod(stripe, terms, customer);
  // Stripe charges at the next occurrence of the order's day and time. Before that time by its own clock, this
  // would be at once.
  const { headers } = lastResponse;
  if (Date.parse(new Headers(headers).get('date') ?? '') <= terms.startedAt.getTime())
    throw new Error('Stripe’s clock is behind the order’s time.');
  await ensureProduct(stripe);
  await stripe.subscriptions.create(
    {
      customer,
      items: [{ price_data: priceOf(terms.amountCents, terms.period) }],
      billing_cycle_anchor_config: anchorOf(terms),
      // The order paid for the time until the first charge.
      proration_behavior: 'none',
      off_session: true,
      metadata: { orderNumber: terms.orderNumber },
    },
    { idempotencyKey: `subscription-${keyOf(terms)}` },
  );
  return customer;
}

/**
 * With the payment's ID, because a restored backup gives an order number again. Stripe repeats a refusal of a key, so
 * that every new start needs another one.
 */
const keyOf = ({ orderNumber, paymentId, refusals }: RecurringTerms): string =>
  [orderNumber, paymentId, ...(refusals > 0 ? [refusals] : [])].join('-');

async function createCustomer(stripe: Stripe, terms: RecurringTerms): Promise<string> {
  const { email, name, orderNumber } = terms;
  const { id } = await stripe.customers.create(
    { email, name, metadata: { orderNumber } },
    { idempotencyKey: `customer-${keyOf(terms)}` },
  );
  return id;
}

/**
 * The card or account of the order's payment becomes the customer's default. The subscription has none of its
 * own, so that a change on Stripe's page counts.
 */
async function saveMethod(stripe: Stripe, { paymentId }: RecurringTerms, customer: string) {
  const { payment_method: method } = await stripe.paymentIntents.retrieve(paymentId, {
    expand: ['payment_method'],
  });
  if (method === null || typeof method === 'string')
    throw new RecurringRefused('No card or account was saved with this order.');
  if (idOf(method.customer) !== customer) await stripe.paymentMethods.attach(method.id, { customer });
  return stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } });
}

/**
 * Without a key of its own, because Stripe repeats a broken answer for a day. Two first orders may create it at the
 * same time.
 */
async function ensureProduct(stripe: Stripe): Promise<void> {
  try {
    await stripe.products.retrieve(PRODUCT.id);
  } catch (error) {
    if (meaningOf('retrieve', error) !== 'missing') throw error;
    await stripe.products.create(PRODUCT).catch((refusal: unknown) => {
      const isThere =
        refusal instanceof Error && 'code' in refusal && refusal.code === 'resource_already_exists';
      if (!isThere) throw refusal;
    });
  }
}

const priceOf = (amountCents: Cents, interval: Stripe.Price.Recurring.Interval) => ({
  currency: 'usd',
  product: PRODUCT.id,
  unit_amount: amountCents,
  recurring: { interval },
});

/** Day 31 is the last day of a shorter month. */
const anchorOf = ({ startedAt, period }: RecurringTerms) => ({
  day_of_month: startedAt.getUTCDate(),
  hour: startedAt.getUTCHours(),
  minute: startedAt.getUTCMinutes(),
  second: startedAt.getUTCSeconds(),
  ...(period === 'year' && { month: startedAt.getUTCMonth() + 1 }),
});

const isOver = ({ ended_at }: Stripe.Subscription): boolean => ended_at !== null;

/** The first one is ours, even if it has ended. Lists start with the newest. */
async function subscriptionOf(stripe: Stripe, id: string): Promise<Stripe.Subscription | undefined> {
  const { customer, subscription } = partsOf(id);
  if (subscription)
    return stripe.subscriptions.retrieve(subscription, {
      expand: ['default_payment_method', 'default_source'],
    });
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: PAGE });
  return data.at(-1);
}

/** A started recurring payment has one for ever, so a list without it is out of date. */
async function knownSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const found = await subscriptionOf(stripe, id);
  if (!found) throw new Error('Stripe does not list the subscription of this customer.');
  return found;
}

async function lookUp(stripe: Stripe, id: string) {
  const { customer: customerId, subscription: adoptedId } = partsOf(id);
  const customer = await stripe.customers.retrieve(customerId, {
    expand: ['invoice_settings.default_payment_method', 'default_source'],
  });
  if (customer.deleted) return NO_AGREEMENT;
  if (adoptedId) await useChosenCard(stripe, customerId, adoptedId);
  const [subscription, { data: invoices }, charges] = await Promise.all([
    subscriptionOf(stripe, id),
    stripe.invoices.list({ customer: customerId, limit: PAGE, expand: ['data.payments'] }),
    stripe.charges.list({ customer: customerId, limit: PAGE }).autoPagingToArray({ limit: MOST_CHARGES }),
  ]);
  if (!subscription) return { ...NO_AGREEMENT, isMissing: true };
  const disputed = charges
    .filter((charge) => charge.disputed)
    .map((charge) => idOf(charge.payment_intent) ?? '');
  const disputes = await Promise.all(disputed.map((intentId) => disputeAbout(stripe, intentId)));
  return agreementOf({
    customer,
    subscription,
    invoices,
    charges,
    disputes: new Map(disputed.map((intentId, nth) => [intentId, disputes[nth] ?? null])),
  });
}
