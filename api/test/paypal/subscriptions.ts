import { shownStatus } from './present-subscription.ts';
import { approveRevision } from './revisions.ts';
import { announce, billingTime, move, skipPeriods, takeFee } from './subscription-billing.ts';
import { cents, money, paypalId, textOf, type FakePlan, type FakeSubscription } from './records.ts';
import type { PaypalMoney, PaypalRecords, Purse } from './records.ts';
import { fault } from './http.ts';

const MONEY = /^\d{1,7}\.\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;
/** A new price is not used for what is billed within ten days. */
const PRICE_NOTICE_MS = 10 * DAY_MS;
const PRICE_PATH = '/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price';

export function createProduct(
  { products }: PaypalRecords,
  wish: { id?: string; name?: string; type?: string },
): string {
  if (!wish.name || !wish.type) throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if (wish.id?.startsWith('PROD-')) throw fault(400, 'INVALID_PARAMETER_SYNTAX');
  if (wish.id && products.has(wish.id)) throw fault(422, 'DUPLICATE_RESOURCE_IDENTIFIER');
  const id = wish.id ?? `PROD-${paypalId()}`;
  if (id.length < 6 || id.length > 50) throw fault(400, 'INVALID_STRING_MIN_LENGTH');
  products.add(id);
  return id;
}

type PlanWish = {
  product_id?: string;
  name?: string;
  billing_cycles?: {
    frequency?: { interval_unit?: 'MONTH' | 'YEAR' };
    tenure_type?: string;
    pricing_scheme?: { fixed_price?: PaypalMoney };
  }[];
  payment_preferences?: { payment_failure_threshold?: number };
};

export function createPlan({ products, plans }: PaypalRecords, wish: PlanWish): FakePlan {
  const [cycle] = wish.billing_cycles ?? [];
  const { name, product_id = '', payment_preferences: preferences } = wish;
  const unit = cycle?.frequency?.interval_unit;
  const price = cycle?.pricing_scheme?.fixed_price;
  if (!name || !unit || !price || !preferences) throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if (!products.has(product_id)) throw fault(404, 'INVALID_RESOURCE_ID');
  if (cycle.tenure_type !== 'REGULAR') throw fault(422, 'MISSING_REGULAR_BILLING_CYCLE');
  if (!MONEY.test(price.value)) throw fault(400, 'INVALID_PARAMETER_SYNTAX');
  const threshold = preferences.payment_failure_threshold ?? 0;
  const plan: FakePlan = {
    id: `P-${paypalId()}`,
    product_id,
    name,
    status: 'ACTIVE',
    unit,
    price,
    threshold,
  };
  plans.set(plan.id, plan);
  return plan;
}

type SubscriptionWish = {
  plan_id?: string;
  start_time?: string;
  custom_id?: string;
  plan?: {
    billing_cycles?: { sequence?: number; pricing_scheme?: { fixed_price?: PaypalMoney } }[];
    payment_preferences?: {
      setup_fee?: PaypalMoney;
      setup_fee_failure_action?: string;
      payment_failure_threshold?: number;
    };
  };
  application_context?: { user_action?: string; return_url?: string; cancel_url?: string };
};

export function createSubscription(records: PaypalRecords, wish: SubscriptionWish): FakeSubscription {
  const { plan_id, start_time, custom_id, application_context: context } = wish;
  const now = textOf(records.now());
  if (!plan_id || !context?.return_url || !context.cancel_url) throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if ((custom_id ?? '').length > 127) throw fault(400, 'INVALID_STRING_MAX_LENGTH');
  if (!start_time || Date.parse(start_time) <= records.now().getTime())
    throw fault(400, 'INVALID_PARAMETER_VALUE');
  const plan = records.plans.get(plan_id);
  if (!plan) throw fault(404, 'INVALID_RESOURCE_ID');
  if (plan.status !== 'ACTIVE') throw fault(422, 'PLAN_STATUS_INVALID');
  const preferences = wish.plan?.payment_preferences;
  const setupFee = preferences?.setup_fee ?? money(0, plan.price.currency_code);
  if (setupFee.currency_code !== plan.price.currency_code) throw fault(422, 'CURRENCY_MISMATCH');
  if (!MONEY.test(setupFee.value) || preferences?.setup_fee_failure_action !== 'CANCEL')
    throw fault(400, 'INVALID_PARAMETER_VALUE');
  const [cycle] = wish.plan?.billing_cycles ?? [];
  if (cycle && cycle.sequence !== 1) throw fault(422, 'INVALID_BILLING_CYCLE_SEQUENCE');
  const price = cycle?.pricing_scheme?.fixed_price ?? plan.price;
  if (!MONEY.test(price.value)) throw fault(400, 'INVALID_PARAMETER_VALUE');
  const startsAt = records.unkind.has('starts at midnight')
    ? midnightOf(start_time)
    : textOf(new Date(start_time));
  const subscription: FakeSubscription = {
    id: `I-${paypalId().slice(0, 12)}`,
    plan: { ...plan },
    status: 'APPROVAL_PENDING',
    note: undefined,
    custom_id,
    start_time: startsAt,
    countedFrom: startsAt,
    revision: null,
    create_time: now,
    status_update_time: now,
    setupFee,
    isActivatedByShop: context.user_action === 'CONTINUE',
    return_url: context.return_url,
    cancel_url: context.cancel_url,
    purse: 'pays',
    threshold: preferences.payment_failure_threshold ?? plan.threshold,
    prices: [{ price, from: 0 }],
    periods: 0,
    nextBilling: null,
    isFeeDue: false,
    failure: null,
    failedPayments: 0,
    outstandingCents: 0,
  };
  records.subscriptions.set(subscription.id, subscription);
  if (records.unkind.has('edits plans')) {
    plan.status = 'INACTIVE';
    plan.price = money(cents(plan.price) + 500, plan.price.currency_code);
  }
  return subscription;
}

/** In California, at the latest on the day that was asked for. */
function midnightOf(time: string): string {
  const midnight = new Date(time);
  midnight.setUTCHours(8, 0, 0, 0);
  return textOf(midnight);
}

/** The buyer approves on PayPal's page. There is no event. */
export function approveSubscription(
  records: PaypalRecords,
  subscription: FakeSubscription,
  purse: Purse,
): void {
  if (subscription.revision) return approveRevision(records, subscription);
  if (subscription.status !== 'APPROVAL_PENDING') throw fault(422, 'SUBSCRIPTION_STATUS_INVALID');
  subscription.purse = purse;
  move(records, subscription, 'APPROVED');
  records.isNew(subscription.id);
  if (!subscription.isActivatedByShop) begin(records, subscription);
}

function begin(records: PaypalRecords, subscription: FakeSubscription): void {
  move(records, subscription, 'ACTIVE');
  subscription.nextBilling = billingTime(records, subscription, 0);
  records.isNew(subscription.id);
  announce(records, subscription, 'ACTIVATED');
  subscription.isFeeDue = true;
  if (!records.unkind.has('takes the fee later')) takeFee(records, subscription);
}

export type Action = 'activate' | 'suspend' | 'cancel';
const FROM: Record<Action, FakeSubscription['status'][]> = {
  activate: ['APPROVED', 'SUSPENDED'],
  suspend: ['ACTIVE'],
  cancel: ['ACTIVE', 'SUSPENDED'],
};

export function act(
  records: PaypalRecords,
  subscription: FakeSubscription,
  action: Action,
  { reason }: { reason?: string },
): void {
  const { status, threshold } = subscription;
  if (!reason && status !== 'APPROVED') throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if ((reason ?? '').length > 128) throw fault(400, 'INVALID_STRING_MAX_LENGTH');
  const isNotYet = status !== 'APPROVED' && shownStatus(records, subscription) === 'APPROVED';
  if (isNotYet || !FROM[action].includes(status)) throw fault(422, 'SUBSCRIPTION_STATUS_INVALID');
  if (status === 'APPROVED') return begin(records, subscription);
  if (action === 'activate' && threshold > 0 && subscription.failedPayments >= threshold)
    throw fault(422, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED');
  subscription.note = reason;
  const states = { activate: 'ACTIVE', suspend: 'SUSPENDED', cancel: 'CANCELLED' } as const;
  move(records, subscription, states[action]);
  if (action === 'activate' && !records.unkind.has('bills missed periods'))
    skipPeriods(records, subscription);
  announce(records, subscription, states[action] === 'ACTIVE' ? 'ACTIVATED' : states[action]);
  if (action === 'activate' && records.unkind.has('sends other events'))
    announce(records, subscription, 'RE-ACTIVATED');
}

type Patch = { op?: string; path?: string; value?: PaypalMoney };

export function patch(records: PaypalRecords, subscription: FakeSubscription, patches: Patch[]): void {
  if (!['ACTIVE', 'SUSPENDED'].includes(shownStatus(records, subscription)))
    throw fault(422, 'SUBSCRIPTION_STATUS_INVALID');
  for (const { op, path, value } of patches) {
    if (path !== PRICE_PATH) throw fault(400, 'INVALID_PATCH_PATH');
    if (op !== 'replace') throw fault(400, 'UNSUPPORTED_PATCH_OPERATION');
    if (!value || !MONEY.test(value.value)) throw fault(400, 'INVALID_PARAMETER_SYNTAX');
    if (value.currency_code !== subscription.plan.price.currency_code) throw fault(422, 'CURRENCY_MISMATCH');
    subscription.prices.push({ price: value, from: records.now().getTime() + PRICE_NOTICE_MS });
  }
  announce(records, subscription, 'UPDATED');
}
