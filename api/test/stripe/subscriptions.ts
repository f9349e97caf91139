import type { FakeItem, FakePrice, FakeSubscription, Interval } from './billing-records.ts';
import { customerIn } from './customers.ts';
import { BLANK_SUBSCRIPTION } from './empty-billing.ts';
import {
  invalid,
  metadataIn,
  missing,
  notPermitted,
  onlyKnownPaths,
  wholeNumber,
  type StripeForm,
} from './http.ts';
import { createInvoice, endSubscription, markPaid } from './invoices.ts';
import { stripeId, type StripeRecords } from './records.ts';

const PRICE = ['currency', 'product', 'unit_amount', 'recurring.interval'].map(
  (name) => `items.price_data.${name}`,
);
const ANCHOR = ['day_of_month', 'hour', 'minute', 'month', 'second'].map(
  (name) => `billing_cycle_anchor_config.${name}`,
);

export function createSubscription(records: StripeRecords, form: StripeForm): FakeSubscription {
  onlyKnownPaths(form, ['customer', 'proration_behavior', 'off_session', 'metadata.*', ...PRICE, ...ANCHOR]);
  const customer = customerIn(records, form.get('customer') ?? '');
  if (!customer.invoice_settings.default_payment_method)
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  if (form.get('proration_behavior') !== 'none')
    throw new Error('The fake Stripe charges no part of a period. Pass proration_behavior none.');
  const now = records.clock.nowS();
  const id = stripeId('sub');
  const price = priceIn(records, form);
  const config = anchorIn(form);
  const anchor = firstAfter(config, now);
  const subscription: FakeSubscription = {
    ...BLANK_SUBSCRIPTION,
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: config,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    customer: customer.id,
    ended_at: null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: stripeId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_end: anchor,
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
    },
    latest_invoice: null,
    metadata: metadataIn(form),
    pause_collection: null,
    start_date: now,
    status: 'active',
  };
  records.subscriptions.set(id, subscription);
  if (records.unkind.has('lists late')) records.unlisted.add(id);
  records.emit('customer.subscription.created', subscription);
  // The time until the first period is free, and its invoice is paid at once.
  const invoice = createInvoice(records, subscription, { reason: 'subscription_create', amount: 0 });
  markPaid(records, invoice);
  return subscription;
}

function priceIn(records: StripeRecords, form: StripeForm): FakePrice {
  const name = (field: string) => `items[0][price_data]${field}`;
  const product = form.get(name('[product]')) ?? '';
  if (records.unkind.has('makes no prices')) throw notPermitted();
  if (records.unkind.has('archives products'))
    throw invalid(`The product ${product} is marked as inactive.`, { code: 'product_inactive' });
  if (!records.products.has(product))
    throw invalid(`No such product: '${product}'`, { code: 'resource_missing', param: name('[product]') });
  const interval = form.get(name('[recurring][interval]'));
  if (interval !== 'month' && interval !== 'year')
    throw invalid(`Invalid interval: ${interval}`, { param: name('[recurring][interval]') });
  const amount = wholeNumber(form, name('[unit_amount]'));
  return {
    id: stripeId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: records.clock.nowS(),
    currency: form.get(name('[currency]')) ?? '',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

/** The price as older calls show it. */
const planOf = ({ id, created, currency, product, recurring, unit_amount }: FakePrice): FakeItem['plan'] => ({
  id,
  object: 'plan',
  active: true,
  amount: unit_amount,
  amount_decimal: String(unit_amount),
  billing_scheme: 'per_unit',
  created,
  currency,
  interval: recurring.interval,
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

type Anchor = FakeSubscription['billing_cycle_anchor_config'];

function anchorIn(form: StripeForm): Anchor {
  const field = (name: string, least: number, most: number): number => {
    const key = `billing_cycle_anchor_config[${name}]`;
    const value = wholeNumber(form, key);
    if (value < least || value > most) throw invalid(`Invalid ${name}`, { param: key });
    return value;
  };
  return {
    day_of_month: field('day_of_month', 1, 31),
    hour: field('hour', 0, 23),
    minute: field('minute', 0, 59),
    month: form.has('billing_cycle_anchor_config[month]') ? field('month', 1, 12) : null,
    second: field('second', 0, 59),
  };
}

/** The anchor's day in a month counted from January of year 0, or the last day of a shorter month. */
function occurrence({ day_of_month, hour, minute, second }: Anchor, month: number): number {
  const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
  const day = Math.min(day_of_month, lastDay);
  return Date.UTC(Math.floor(month / 12), month % 12, day, hour, minute, second) / 1_000;
}

/** As Stripe: the next time after now that matches. */
function firstAfter(anchor: Anchor, now: number): number {
  const start = monthOf(now);
  for (let month = start; ; month += 1) {
    if (anchor.month !== null && (month % 12) + 1 !== anchor.month) continue;
    const at = occurrence(anchor, month);
    if (at > now) return at;
  }
}

function monthOf(seconds: number): number {
  const date = new Date(seconds * 1_000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const MONTHS: Record<Interval, number> = { month: 1, year: 12 };

export const nextPeriodEnd = ({ billing_cycle_anchor_config: anchor, items }: FakeSubscription): number => {
  const [{ current_period_end: end, price }] = items.data;
  return occurrence(anchor, monthOf(end) + MONTHS[price.recurring.interval]);
};

export function updateSubscription(records: StripeRecords, id: string, form: StripeForm): FakeSubscription {
  onlyKnownPaths(form, [
    'cancel_at',
    'cancel_at_period_end',
    'pause_collection',
    'pause_collection.behavior',
    'items.id',
    'items.quantity',
    'proration_behavior',
    'default_payment_method',
    'trial_end',
    ...PRICE,
  ]);
  const subscription = subscriptionIn(records, id);
  if (subscription.ended_at !== null)
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
      code: 'invalid_canceled_subscription_fields',
    });
  const [item] = subscription.items.data;
  if (form.has('cancel_at') && form.has('cancel_at_period_end'))
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
    });
  if (form.has('cancel_at_period_end'))
    scheduleEnd(
      records,
      subscription,
      form.get('cancel_at_period_end') === 'true' ? item.current_period_end : null,
    );
  else if (form.get('cancel_at') === '') scheduleEnd(records, subscription, null);
  subscription.cancel_at_period_end = form.has('cancel_at_period_end')
    ? form.get('cancel_at_period_end') === 'true'
    : subscription.cancel_at_period_end;
  const method = form.get('default_payment_method');
  if (method && records.methods.get(method)?.customer !== subscription.customer)
    throw missing('PaymentMethod', method, 'default_payment_method');
  if (method !== undefined) subscription.default_payment_method = method || null;
  const behavior = form.get('pause_collection[behavior]');
  if (behavior === 'void') subscription.pause_collection = { behavior, resumes_at: null };
  if (form.get('pause_collection') === '') subscription.pause_collection = null;
  if ([...form.keys()].some((key) => key.startsWith('items['))) {
    // Without the item's ID, Stripe would add a second one.
    if (form.get('items[0][id]') !== item.id)
      throw missing('subscription item', form.get('items[0][id]') ?? '');
    const { interval } = item.price.recurring;
    item.price = priceIn(records, form);
    if (form.has('items[0][quantity]')) item.quantity = wholeNumber(form, 'items[0][quantity]');
    if (form.has('trial_end')) waitUntil(records, subscription, wholeNumber(form, 'trial_end'));
    // Another interval starts a new period at once, which is charged.
    else if (item.price.recurring.interval !== interval) {
      beginPeriods(subscription, records.clock.nowS());
      item.current_period_end = nextPeriodEnd(subscription);
      createInvoice(records, subscription, { reason: 'subscription_update', amount: item.price.unit_amount });
    }
  }
  records.emit('customer.subscription.updated', subscription);
  return subscription;
}

/** A trial, after which the periods begin. Its invoice asks for nothing. */
function waitUntil(records: StripeRecords, subscription: FakeSubscription, end: number): void {
  const now = records.clock.nowS();
  if (end <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  const [item] = subscription.items.data;
  beginPeriods(subscription, end);
  Object.assign(item, { current_period_start: now, current_period_end: end });
  Object.assign(subscription, { status: 'trialing', trial_start: now, trial_end: end });
  markPaid(records, createInvoice(records, subscription, { reason: 'subscription_update', amount: 0 }));
}

function beginPeriods(subscription: FakeSubscription, at: number): void {
  const date = new Date(at * 1_000);
  subscription.billing_cycle_anchor = at;
  subscription.billing_cycle_anchor_config = {
    day_of_month: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    month: null,
    second: date.getUTCSeconds(),
  };
  Object.assign(subscription.items.data[0], { current_period_start: at, current_period_end: at });
}

export function scheduleEnd(records: StripeRecords, subscription: FakeSubscription, at: number | null): void {
  subscription.cancel_at = at;
  subscription.canceled_at = at === null ? null : records.clock.nowS();
  subscription.cancellation_details.reason = at === null ? null : 'cancellation_requested';
}

/** Stripe no longer finds a subscription that is canceled. */
export function cancelSubscription(records: StripeRecords, id: string, form: StripeForm): FakeSubscription {
  onlyKnownPaths(form, []);
  const subscription = subscriptionIn(records, id);
  if (subscription.ended_at !== null) throw missing('subscription', id);
  return endSubscription(records, subscription, 'cancellation_requested');
}

function subscriptionIn(records: StripeRecords, id: string): FakeSubscription {
  const subscription = records.subscriptions.get(id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}
