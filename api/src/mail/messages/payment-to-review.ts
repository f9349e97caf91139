import type { EmailContext } from '../email-context.ts';
import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import { providerWords } from '@northlight/shared/contracts/admin/provider-labels.ts';
import type { OrderWithLines } from '../../orders/order-store.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import type { Payment } from '../../payments/payment-store.ts';
import { refundedCents } from '../../payments/refunded-cents.ts';
import { strong, text, type Letter } from '../blocks.ts';
import { caseAction, overviewAction } from '../case-action.ts';
import * as paymentStore from '../../payments/payment-store.ts';
import * as orderStore from '../../orders/order-store.ts';
import * as refundStore from '../../payments/refund-store.ts';

/** Asks the business to look at money that did not come as agreed; null once it is in order. */
export function paymentToReview(
  context: EmailContext,
  message: MessageOf<'payment-to-review'>,
): Letter | null {
  const { paymentId } = message.payload;
  const payment = paymentId === null ? undefined : paymentStore.byId(context.db, paymentId);
  const order =
    message.orderNumber === null ? undefined : orderStore.byNumber(context.db, message.orderNumber);
  const ofPayment = payment?.status === 'paid' ? payment.reviewReason : null;
  const reason = ofPayment ?? (order?.paymentStatus === 'pending' ? order.reviewReason : null);
  if (!reason) return null;
  const isRefunded =
    payment !== undefined &&
    refundedCents(refundStore.ofPayment(context.db, payment.id)) >= (payment.receivedAmountCents ?? 0);
  const subject = isRefunded
    ? `A payment for ${order?.orderNumber ?? 'no order'} was refunded`
    : `Please review a payment for ${order?.orderNumber ?? 'no known order'}`;
  return {
    subject,
    preview: reason,
    title: [`${subject}.`],
    blocks: [
      text(strong(reason)),
      { kind: 'facts', facts: facts(order, payment) },
      text(
        isRefunded
          ? 'There is nothing you need to do.'
          : 'Nothing more will be charged or refunded automatically. Compare it with what your payment provider shows.',
      ),
      order ? caseAction(context, order.orderNumber) : overviewAction(context),
    ],
    toBusiness: {},
  };
}

function facts(order: OrderWithLines | undefined, payment: Payment | undefined) {
  const arrived = payment?.receivedAmountCents ?? order?.receivedAmountCents ?? null;
  return [
    { label: 'Buyer', answer: order ? `${order.firstName} ${order.lastName}, ${order.email}` : 'Unknown' },
    { label: 'Due', answer: order ? formatUsd(order.initialPaymentCents) : '' },
    {
      label: 'Arrived',
      answer:
        arrived === null
          ? 'Nothing'
          : `${formatUsd(arrived)} ${(payment?.receivedCurrency ?? 'usd').toUpperCase()}`,
    },
    {
      label: 'Provider',
      answer: payment ? `${providerWords(payment.provider)} ${payment.providerPaymentId ?? ''}`.trim() : '',
    },
  ].filter(({ answer }) => answer !== '');
}
