import {
  money,
  textOf,
  type FakeCapture,
  type FakeDispute,
  type FakePaypalRefund,
  type FakePlan,
} from './records.ts';
import type { FakeSubscription, PaypalMoney, PaypalRecords } from './records.ts';

/** As in PayPal's lists, which leave out most fields. */
export const presentPlan = ({ base }: PaypalRecords, { id, product_id, name, status }: FakePlan) => ({
  id,
  product_id,
  name,
  status,
  create_time: textOf(new Date()),
  links: [{ href: `${base()}/v1/billing/plans/${id}`, rel: 'self', method: 'GET' }],
});

export const subscriptionApprovalUrl = ({ base }: PaypalRecords, { id }: FakeSubscription): string =>
  `${base()}/webapps/billing/subscriptions?ba_token=${tokenOf(id)}`;
/** The token of the approval page. */
export const tokenOf = (id: string): string => `BA-${id.slice(2)}`;

export const priceNow = ({ plan, prices }: FakeSubscription): PaypalMoney =>
  prices.at(-1)?.price ?? plan.price;

/** With `stays approved`, what was activated is shown as APPROVED until its start. */
export const shownStatus = (records: PaypalRecords, { status, start_time }: FakeSubscription) =>
  status === 'ACTIVE' && records.unkind.has('stays approved') && records.now() < new Date(start_time)
    ? 'APPROVED'
    : status;

const EARLY_MS = 60 * 60_000;

function shownBilling(records: PaypalRecords, { create_time, nextBilling }: FakeSubscription): Date | null {
  const early = new Date(Date.parse(create_time) + EARLY_MS);
  const isEarly = records.unkind.has('names an early next billing') && records.now() < early;
  return isEarly && nextBilling ? early : nextBilling;
}

export function presentSubscription(
  records: PaypalRecords,
  subscription: FakeSubscription,
  fields: readonly string[] = [],
) {
  const { id, plan, note, failure, nextBilling } = subscription;
  const status = shownStatus(records, subscription);
  const wasActive = status !== 'APPROVAL_PENDING' && status !== 'APPROVED';
  const self = `${records.base()}/v1/billing/subscriptions/${id}`;
  const last = records.capturesOf(id).findLast((taken) => taken.status === 'COMPLETED');
  return {
    id,
    status,
    ...(note && { status_change_note: note }),
    status_update_time: subscription.status_update_time,
    plan_id: plan.id,
    start_time: subscription.start_time,
    quantity: '1',
    create_time: subscription.create_time,
    ...(subscription.custom_id && { custom_id: subscription.custom_id }),
    plan_overridden: true,
    ...(status !== 'APPROVAL_PENDING' && {
      subscriber: { email_address: 'buyer@personal.example', payer_id: 'BUYER123' },
    }),
    ...(wasActive && {
      billing_info: {
        outstanding_balance: money(subscription.outstandingCents, plan.price.currency_code),
        cycle_executions: [
          { tenure_type: 'REGULAR', sequence: 1, cycles_completed: subscription.periods, total_cycles: 0 },
        ],
        ...(status === 'ACTIVE' &&
          nextBilling && { next_billing_time: textOf(shownBilling(records, subscription) ?? nextBilling) }),
        failed_payments_count: subscription.failedPayments,
        ...(last &&
          !records.unkind.has('names no last payment') && {
            last_payment: { amount: last.amount, time: last.create_time },
          }),
        ...(failure &&
          fields.includes('last_failed_payment') && {
            last_failed_payment: {
              amount: failure.amount,
              time: failure.time,
              reason_code: 'PAYMENT_DENIED',
              ...(failure.retryAt && { next_payment_retry_time: textOf(failure.retryAt) }),
            },
          }),
      },
    }),
    ...(fields.includes('plan') && {
      plan: {
        name: plan.name,
        billing_cycles: [
          {
            pricing_scheme: { version: 1, fixed_price: priceNow(subscription) },
            frequency: { interval_unit: plan.unit, interval_count: 1 },
            tenure_type: 'REGULAR',
            sequence: 1,
            total_cycles: 0,
          },
        ],
        payment_preferences: {
          payment_failure_threshold: subscription.threshold,
          auto_bill_outstanding: true,
        },
      },
    }),
    links: [
      ...(status === 'APPROVAL_PENDING'
        ? [{ href: subscriptionApprovalUrl(records, subscription), rel: 'approve', method: 'GET' }]
        : []),
      { href: self, rel: 'self', method: 'GET' },
    ],
  };
}

export const presentTransaction = ({ id, status, amount, create_time, reason }: FakeCapture) => ({
  id,
  status,
  ...(status === 'PENDING' && { status_details: { reason } }),
  amount_with_breakdown: { gross_amount: amount, net_amount: amount },
  payer_name: { given_name: 'Bo', surname: 'Buyer' },
  payer_email: 'buyer@personal.example',
  time: create_time,
});

const inOldFormat = ({ value, currency_code }: PaypalMoney) => ({ total: value, currency: currency_code });

/** Events about payments of subscriptions have the format of PayPal's first API. */
export const presentSale = (
  records: PaypalRecords,
  { id, orderId, status, amount, custom_id, create_time }: FakeCapture,
) => ({
  id,
  ...(!records.unkind.has('names no subscription in sales') && { billing_agreement_id: orderId }),
  state: { COMPLETED: 'completed', PENDING: 'pending' }[String(status)] ?? 'denied',
  amount: inOldFormat(amount),
  ...(custom_id && { custom: custom_id }),
  payment_mode: 'INSTANT_TRANSFER',
  create_time,
  update_time: create_time,
  links: [{ href: `${records.base()}/v1/payments/sale/${id}`, rel: 'self', method: 'GET' }],
});

export const presentSaleRefund = (
  { base }: PaypalRecords,
  sale: FakeCapture,
  { id, amount, create_time }: FakePaypalRefund,
) => ({
  id,
  sale_id: sale.id,
  state: 'completed',
  amount: inOldFormat(amount),
  create_time,
  update_time: create_time,
  links: [
    { href: `${base()}/v1/payments/refund/${id}`, rel: 'self', method: 'GET' },
    { href: `${base()}/v1/payments/sale/${sale.id}`, rel: 'sale', method: 'GET' },
  ],
});

/** The list has no outcome. */
export function presentDispute(records: PaypalRecords, dispute: FakeDispute, isFull: boolean) {
  const { id, transactionId, status, outcome, seller_response_due_date } = dispute;
  const amount = records.captures.get(transactionId)?.amount;
  return {
    dispute_id: id,
    create_time: dispute.create_time,
    update_time: dispute.create_time,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status,
    ...(amount && { dispute_amount: amount }),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    ...(seller_response_due_date && { seller_response_due_date }),
    ...(isFull && { disputed_transactions: [{ seller_transaction_id: transactionId }] }),
    ...(isFull && outcome && { dispute_outcome: { outcome_code: outcome } }),
    links: [{ href: `${records.base()}/v1/customer/disputes/${id}`, rel: 'self', method: 'GET' }],
  };
}
