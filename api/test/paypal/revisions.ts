import { fault } from './http.ts';
import { shownStatus, tokenOf } from './present-subscription.ts';
import { announce, useRevision } from './subscription-billing.ts';
import type { FakeSubscription, PaypalMoney, PaypalRecords } from './records.ts';

type Wish = {
  plan_id?: string;
  plan?: { billing_cycles?: { sequence?: number; pricing_scheme?: { fixed_price?: PaypalMoney } }[] };
  application_context?: { return_url?: string; cancel_url?: string };
};

/** Another plan for a subscription, which counts once the buyer approves it. Overrides are not carried over. */
export function revise(
  records: PaypalRecords,
  subscription: FakeSubscription,
  { plan_id, plan: override, application_context: context }: Wish,
) {
  if (!plan_id || !context?.return_url || !context.cancel_url) throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if (!['ACTIVE', 'SUSPENDED'].includes(shownStatus(records, subscription)))
    throw fault(422, 'SUBSCRIPTION_STATUS_INVALID');
  const plan = records.plans.get(plan_id);
  if (!plan) throw fault(404, 'INVALID_RESOURCE_ID');
  if (plan.status !== 'ACTIVE') throw fault(422, 'PLAN_STATUS_INVALID');
  if (plan.product_id !== subscription.plan.product_id) throw fault(422, 'PLAN_PRODUCT_NOT_COMPATIBLE');
  const [cycle] = override?.billing_cycles ?? [];
  if (cycle && cycle.sequence !== 1) throw fault(422, 'INVALID_BILLING_CYCLE_SEQUENCE');
  const { return_url, cancel_url } = context;
  subscription.revision = {
    plan: { ...plan },
    price: cycle?.pricing_scheme?.fixed_price ?? plan.price,
    isApproved: false,
  };
  Object.assign(subscription, { return_url, cancel_url });
  const href = `${records.base()}/webapps/billing/subscriptions/update?ba_token=${tokenOf(subscription.id)}`;
  return {
    plan_id,
    plan_overridden: cycle !== undefined,
    links: [{ href, rel: 'approve', method: 'GET' }],
  };
}

/** The buyer approves it on PayPal's page. It counts from the next payment on. */
export function approveRevision(records: PaypalRecords, subscription: FakeSubscription): void {
  const { revision } = subscription;
  if (!revision) throw fault(422, 'SUBSCRIPTION_STATUS_INVALID');
  revision.isApproved = true;
  if (records.unkind.has('shows a revision late')) return;
  useRevision(records, subscription);
  announce(records, subscription, 'UPDATED');
}
