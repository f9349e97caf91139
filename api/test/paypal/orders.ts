import {
  cents,
  money,
  now,
  paypalId,
  textOf,
  type FakeCapture,
  type FakeOrder,
  type FakePaypalRefund,
  type PaypalRecords,
  type PaypalMoney,
  type PaypalRefundStatus,
  type Purse,
} from './records.ts';
import { approvalUrl, presentCapture, presentOrder, presentRefund } from './present.ts';
import { presentSale, presentSaleRefund } from './present-subscription.ts';
import { fault } from './http.ts';

const REFUNDABLE_MS = 180 * 24 * 60 * 60_000;
const MONEY = /^\d{1,7}\.\d{2}$/;

export type OrderWish = {
  intent?: string;
  purchase_units?: { amount?: PaypalMoney; custom_id?: string }[];
  payment_source?: {
    paypal?: { experience_context?: { return_url?: string; cancel_url?: string } };
  };
};

/** If the call names a payment source, the order waits for its buyer from the start. */
export function createOrder(records: PaypalRecords, { intent, purchase_units, payment_source }: OrderWish) {
  const [unit] = purchase_units ?? [];
  if (intent !== 'CAPTURE' || purchase_units?.length !== 1 || !unit?.amount)
    throw fault(400, 'MISSING_REQUIRED_PARAMETER');
  if (!MONEY.test(unit.amount.value) || cents(unit.amount) === 0)
    throw fault(422, 'CANNOT_BE_ZERO_OR_NEGATIVE');
  if ((unit.custom_id ?? '').length > 127) throw fault(400, 'INVALID_STRING_LENGTH');
  const context = payment_source?.paypal?.experience_context;
  const order: FakeOrder = {
    id: paypalId(),
    status: payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    create_time: textOf(records.now()),
    update_time: textOf(records.now()),
    amount: unit.amount,
    custom_id: unit.custom_id,
    return_url: context?.return_url ?? '',
    cancel_url: context?.cancel_url ?? '',
    purse: 'pays',
  };
  records.orders.set(order.id, order);
  return order;
}

/** The buyer approves on PayPal's page. After a refusal they can approve again with another source. */
export function approve(records: PaypalRecords, order: FakeOrder, purse: Purse): void {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') throw fault(422, 'ORDER_ALREADY_COMPLETED');
  move(records, order, 'APPROVED');
  order.purse = purse;
  records.isNew(order.id);
  records.emit('CHECKOUT.ORDER.APPROVED', presentOrder(records, order));
}

/** `leavesApproved`: PayPal sometimes leaves an order APPROVED after it refused to capture it. */
export function capture(records: PaypalRecords, order: FakeOrder, leavesApproved: boolean): void {
  if (order.status === 'COMPLETED') throw fault(422, 'ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw fault(422, 'ORDER_NOT_APPROVED');
  if (order.purse === 'is refused') {
    // The order is open again, and the buyer is sent back to choose another funding source.
    if (!leavesApproved) move(records, order, 'PAYER_ACTION_REQUIRED');
    const restart = { href: approvalUrl(records, order), rel: 'redirect', method: 'GET' };
    throw fault(422, 'INSTRUMENT_DECLINED', [restart]);
  }
  // The order stays APPROVED.
  if (order.purse === 'cannot pay') throw fault(422, 'PAYER_CANNOT_PAY');
  const made: FakeCapture = {
    id: paypalId(),
    orderId: order.id,
    status: 'PENDING',
    amount: { ...order.amount },
    custom_id: order.custom_id,
    create_time: now(),
    reason: records.pendingReason,
  };
  records.captures.set(made.id, made);
  move(records, order, 'COMPLETED');
  records.isNew(order.id);
  if (order.purse === 'pays slowly') records.emit('PAYMENT.CAPTURE.PENDING', presentCapture(records, made));
  else settleCapture(records, made, order.purse === 'pays' ? 'COMPLETED' : 'DECLINED');
}

/** A capture is DECLINED at once, or DENIED after it was pending. */
export function settleCapture(
  records: PaypalRecords,
  made: FakeCapture,
  end: 'COMPLETED' | 'DECLINED' | 'DENIED',
): void {
  made.status = end === 'COMPLETED' ? end : 'DECLINED';
  const subscription = records.subscriptions.get(made.orderId);
  if (subscription)
    records.emit(`PAYMENT.SALE.${end === 'COMPLETED' ? end : 'DENIED'}`, presentSale(records, made));
  else records.emit(`PAYMENT.CAPTURE.${end}`, presentCapture(records, made));
}

/** What PayPal calls a capture in an order is a sale in a subscription. */
function emitRefund(records: PaypalRecords, made: FakePaypalRefund): void {
  const taken = records.captures.get(made.captureId);
  if (taken && records.subscriptions.has(taken.orderId))
    records.emit('PAYMENT.SALE.REFUNDED', presentSaleRefund(records, taken, made));
  else records.emit('PAYMENT.CAPTURE.REFUNDED', presentRefund(records, made));
}

export type RefundWish = { amount?: PaypalMoney; custom_id?: string; note_to_payer?: string };

/** Without an amount, it refunds everything that is left. */
export function refundCapture(
  records: PaypalRecords,
  captureId: string,
  { amount, custom_id, note_to_payer }: RefundWish,
  status: PaypalRefundStatus,
): FakePaypalRefund {
  const taken = records.captures.get(captureId);
  if (!taken) throw fault(404, 'INVALID_RESOURCE_ID');
  if (taken.status === 'REFUNDED') throw fault(422, 'CAPTURE_FULLY_REFUNDED');
  if (records.now().getTime() - Date.parse(taken.create_time) > REFUNDABLE_MS)
    throw fault(422, 'REFUND_TIME_LIMIT_EXCEEDED');
  if (taken.status !== 'COMPLETED' && taken.status !== 'PARTIALLY_REFUNDED')
    throw fault(422, 'CAPTURE_STATUS_NOT_VALID');
  const left = cents(taken.amount) - refundedOf(records, taken);
  const wanted = amount ?? money(left, taken.amount.currency_code);
  if (wanted.currency_code !== taken.amount.currency_code) throw fault(422, 'CURRENCY_MISMATCH');
  if (!MONEY.test(wanted.value)) throw fault(400, 'INVALID_PARAMETER_SYNTAX');
  if (cents(wanted) > left) throw fault(422, 'REFUND_AMOUNT_EXCEEDED');
  const made: FakePaypalRefund = {
    id: paypalId(),
    captureId,
    status,
    amount: wanted,
    custom_id,
    note_to_payer,
    create_time: now(),
  };
  records.refunds.set(made.id, made);
  restate(records, taken);
  if (status === 'COMPLETED') emitRefund(records, made);
  return made;
}

/** Completes or fails a pending refund. */
export function settleRefund(
  records: PaypalRecords,
  made: FakePaypalRefund,
  status: 'COMPLETED' | 'FAILED',
): void {
  made.status = status;
  const taken = records.captures.get(made.captureId);
  if (taken) restate(records, taken);
  if (status === 'COMPLETED') emitRefund(records, made);
  else records.emit('PAYMENT.REFUND.FAILED', presentRefund(records, made));
}

function restate(records: PaypalRecords, taken: FakeCapture): void {
  const refunded = refundedOf(records, taken);
  const all = cents(taken.amount);
  taken.status = refunded === 0 ? 'COMPLETED' : refunded < all ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

const refundedOf = (records: PaypalRecords, { id }: FakeCapture): number =>
  records
    .refundsOf(id)
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .reduce((sum, { amount }) => sum + cents(amount), 0);

const KEPT_MS = 3 * 60 * 60_000;

/** Whether its buyer approved it or not. */
export function forgetUnpaid({ orders, capturesOf, unkind }: PaypalRecords, until: Date): void {
  if (!unkind.has('forgets unpaid orders')) return;
  for (const { id, update_time } of orders.values())
    if (capturesOf(id).length === 0 && until.getTime() - Date.parse(update_time) >= KEPT_MS)
      orders.delete(id);
}

function move({ now: time }: PaypalRecords, order: FakeOrder, status: FakeOrder['status']): void {
  order.status = status;
  order.update_time = textOf(time());
}
