import {
  cents,
  money,
  type FakeCapture,
  type FakeOrder,
  type FakePaypalRefund,
  type PaypalRecords,
} from './records.ts';
import type { FakePaypalWebhook } from './webhooks.ts';

/** An order as the API shows it. */
export function presentOrder(records: PaypalRecords, order: FakeOrder) {
  const captures = records.capturesOf(order.id);
  const refunds = captures.flatMap(({ id }) => records.refundsOf(id));
  const self = `${records.base()}/v2/checkout/orders/${order.id}`;
  const rel = { CREATED: 'approve', PAYER_ACTION_REQUIRED: 'payer-action' }[String(order.status)];
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: order.create_time,
    update_time: order.update_time,
    payment_source: { paypal: {} },
    purchase_units: [
      {
        reference_id: 'default',
        amount: order.amount,
        ...(order.custom_id && { custom_id: order.custom_id }),
        payee: { email_address: 'studio@northlight.example', merchant_id: 'NORTHLIGHT123' },
        ...(captures.length > 0 && {
          payments: {
            captures: captures.map((capture) => captureInOrder(records, capture)),
            ...(refunds.length > 0 && { refunds: refunds.map((refund) => presentRefund(records, refund)) }),
          },
        }),
      },
    ],
    ...(order.status !== 'CREATED' && {
      payer: { email_address: 'buyer@personal.example', payer_id: 'BUYER123' },
    }),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(rel ? [{ href: approvalUrl(records, order), rel, method: 'GET' }] : []),
      ...(order.status === 'APPROVED' ? [{ href: `${self}/capture`, rel: 'capture', method: 'POST' }] : []),
    ],
  };
}

export const approvalUrl = ({ base }: PaypalRecords, { id }: FakeOrder): string =>
  `${base()}/checkoutnow?token=${id}`;

/** Includes the order ID. Capture events contain it, but refund events do not. */
export const presentCapture = (records: PaypalRecords, capture: FakeCapture) => ({
  ...captureInOrder(records, capture),
  ...(!capture.orderId.startsWith('I-') && {
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }),
});

const captureInOrder = (
  { base }: PaypalRecords,
  { id, orderId, status, amount, custom_id, create_time, reason }: FakeCapture,
) => ({
  id,
  status,
  ...(status === 'PENDING' && { status_details: { reason } }),
  amount,
  ...(custom_id && { custom_id }),
  final_capture: true,
  create_time,
  update_time: create_time,
  links: [
    { href: `${base()}/v2/payments/captures/${id}`, rel: 'self', method: 'GET' },
    { href: `${base()}/v2/checkout/orders/${orderId}`, rel: 'up', method: 'GET' },
  ],
});

/** The second link names the capture. */
export function presentRefund(
  { base, refundsOf }: PaypalRecords,
  { id, captureId, status, amount, custom_id, note_to_payer, create_time }: FakePaypalRefund,
) {
  const total = refundsOf(captureId).reduce((sum, refund) => sum + cents(refund.amount), 0);
  return {
    id,
    status,
    amount,
    ...(custom_id && { custom_id }),
    ...(note_to_payer && { note_to_payer }),
    seller_payable_breakdown: {
      gross_amount: amount,
      total_refunded_amount: money(total, amount.currency_code),
    },
    create_time,
    update_time: create_time,
    links: [
      { href: `${base()}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${base()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
    ],
  };
}

export function presentWebhook(
  { base }: Pick<PaypalRecords, 'base'>,
  { id, url, events }: FakePaypalWebhook,
) {
  const href = `${base()}/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, description: name })),
    links: [
      { href, rel: 'self', method: 'GET' },
      { href, rel: 'update', method: 'PATCH' },
      { href, rel: 'delete', method: 'DELETE' },
    ],
  };
}
