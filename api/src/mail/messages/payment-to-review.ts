import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import { providerWords } from '@northlight/shared/contracts/provider-words.ts';
import type { OrderWithLines } from '../../orders/order-store.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import type { Payment } from '../../payments/payment-store.ts';
import { refundedCents } from '../../refunds/refunded-cents.ts';
import { strong, text, type Letter } from '../blocks.ts';
import { caseAction, overviewAction } from '../case-action.ts';
import type { LetterDeps } from '../letter-deps.ts';

/** Asks the business to look at money that did not come as agreed; null once it is in order. */
export function paymentToReview(deps: LetterDeps, message: MessageOf<'payment-to-review'>): Letter | null {
  const { paymentId } = message.payload;
  const payment = paymentId === null ? undefined : deps.paymentStore.byId(paymentId);
  const order = message.orderNumber === null ? undefined : deps.orderStore.byNumber(message.orderNumber);
  const ofPayment = payment?.status === 'paid' ? payment.reviewReason : null;
  const reason = ofPayment ?? (order?.paymentStatus === 'pending' ? order.reviewReason : null);
  if (!reason) return null;
  const isRefunded =
    payment !== undefined &&
    refundedCents(deps.refundStore.ofPayment(payment.id)) >= (payment.receivedAmountCents ?? 0);
  const subject = isRefunded
    ? order
      ? `A payment for order ${order.orderNumber} was refunded`
      : 'A payment with no matching order was refunded'
    : order
      ? `Payment to review for order ${order.orderNumber}`
      : 'Payment to review: no matching order';
  return {
    subject,
    preview: reason,
    title: [`${subject}.`],
    blocks: [
      text(strong(reason)),
      { kind: 'facts', facts: facts(order, payment) },
      text(
        isRefunded
          ? 'You don’t need to do anything.'
          : 'Nothing more will be charged or refunded automatically. Compare this with what your payment provider shows.',
      ),
      order ? caseAction(deps, order.orderNumber) : overviewAction(deps),
    ],
    toBusiness: {},
  };
}

function facts(order: OrderWithLines | undefined, payment: Payment | undefined) {
  const arrived = payment?.receivedAmountCents ?? order?.receivedAmountCents ?? null;
  return [
    { label: 'Customer', answer: order ? `${order.firstName} ${order.lastName}, ${order.email}` : 'Unknown' },
    { label: 'Amount due', answer: order ? formatUsd(order.initialPaymentCents) : '' },
    {
      label: 'Received',
      answer:
        arrived === null
          ? 'Nothing'
          : `${formatUsd(arrived)} ${(payment?.receivedCurrency ?? 'usd').toUpperCase()}`,
    },
    {
      label: 'Payment provider',
      answer: payment ? `${providerWords(payment.provider)} ${payment.providerPaymentId ?? ''}`.trim() : '',
    },
  ].filter(({ answer }) => answer !== '');
}
