import { html, seeOther, type WireAnswer, type WireCall } from '../provider/fake-provider.ts';
import type { FakeOrder, FakeSubscription, PaypalRecords, Purse } from './records.ts';
import { approve } from './orders.ts';
import { priceNow, tokenOf } from './present-subscription.ts';
import { approveSubscription } from './subscriptions.ts';

const PURSES: readonly Purse[] = ['pays', 'is refused', 'cannot pay', 'pays slowly', 'is declined'];

/** The page where the buyer approves or cancels, and then returns to the shop. */
export function approvalPage(records: PaypalRecords, { method, query, body }: WireCall): WireAnswer {
  const form = new URLSearchParams(body);
  const order =
    records.orders.get(query.get('token') ?? '') ??
    [...records.subscriptions.values()].find(({ id }) => tokenOf(id) === query.get('ba_token'));
  if (!order) return html(404, '<h1>Things don’t appear to be working at the moment.</h1>');
  if (method === 'GET') return html(200, pageOf(order));
  if (!form.has('approve')) return seeOther(backFrom(order, false));
  const purse = PURSES.find((purse) => purse === form.get('purse')) ?? 'pays';
  approveAny(records, order, purse);
  return seeOther(backFrom(order, true));
}

export function approveAny(records: PaypalRecords, order: FakeOrder | FakeSubscription, purse: Purse): void {
  if ('plan' in order) approveSubscription(records, order, purse);
  else approve(records, order, purse);
}

export function backFrom(order: FakeOrder | FakeSubscription, isApproved: boolean): string {
  const back = new URL(isApproved ? order.return_url : order.cancel_url);
  if ('plan' in order) {
    back.searchParams.set('subscription_id', order.id);
    back.searchParams.set('ba_token', tokenOf(order.id));
    back.searchParams.set('token', order.id.slice(2));
    return back.href;
  }
  back.searchParams.set('token', order.id);
  if (isApproved) back.searchParams.set('PayerID', 'BUYER123');
  return back.href;
}

const priceOf = (order: FakeOrder | FakeSubscription): string =>
  'plan' in order
    ? `${order.setupFee.value} and then $${priceNow(order).value} per ${order.plan.unit.toLowerCase()}`
    : order.amount.value;

const pageOf = (order: FakeOrder | FakeSubscription): string =>
  `<title>PayPal</title><h1>Pay $${priceOf(order)} with PayPal</h1>
  <form method="post"><p><label>Purse <select name="purse">
  ${PURSES.map((purse) => `<option>${purse}</option>`).join('')}</select></label></p>
  <button name="approve" value="yes">Approve</button> <button>Cancel</button></form>`;
