import type { FakeCapture, FakeOrder, FakePaypalRefund, PaypalRecords } from './records.ts';
import type { FakePaypalWebhook } from './webhooks.ts';

/** An order as the API shows it, with the fields that the shop reads. */
export function presentOrder(records: PaypalRecords, order: FakeOrder) {
  const captures = records.capturesOf(order.id);
  const refunds = captures.flatMap(({ id }) => records.refundsOf(id));
  const rel = { CREATED: 'approve', PAYER_ACTION_REQUIRED: 'payer-action' }[String(order.status)];
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: order.create_time,
    purchase_units: [
      {
        amount: order.amount,
        ...(order.custom_id && { custom_id: order.custom_id }),
        ...(captures.length > 0 && {
          payments: {
            captures: captures.map(captureInOrder),
            ...(refunds.length > 0 && { refunds: refunds.map((refund) => presentRefund(records, refund)) }),
          },
        }),
      },
    ],
    links: rel ? [{ href: approvalUrl(records, order), rel, method: 'GET' }] : [],
  };
}

export const approvalUrl = ({ base }: PaypalRecords, { id }: FakeOrder): string =>
  `${base()}/checkoutnow?token=${id}`;

/** Includes the order ID. Capture events contain it, but refund events do not. */
export const presentCapture = (capture: FakeCapture) => ({
  ...captureInOrder(capture),
  ...(!capture.orderId.startsWith('I-') && {
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }),
});

const captureInOrder = ({ id, status, amount, custom_id, create_time, reason }: FakeCapture) => ({
  id,
  status,
  ...(status === 'PENDING' && { status_details: { reason } }),
  amount,
  ...(custom_id && { custom_id }),
  create_time,
});

/** The link names the capture. */
export const presentRefund = (
  { base }: PaypalRecords,
  { id, captureId, status, amount, custom_id, note_to_payer, create_time }: FakePaypalRefund,
) => ({
  id,
  status,
  amount,
  ...(custom_id && { custom_id }),
  ...(note_to_payer && { note_to_payer }),
  create_time,
  links: [{ href: `${base()}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' }],
});

export const presentWebhook = ({ id, url, events }: FakePaypalWebhook) => ({
  id,
  url,
  event_types: events.map((name) => ({ name, description: name })),
});
