import { type Review, reviewText } from '@northlight/shared/contracts/review.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { type Dispute, holdsMoney, providerWords } from '@northlight/shared/contracts/payments.ts';
import { caseAction, type EmailContext, overviewAction } from '../email-context.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import type { Payment } from '../../money/payments/payment-store.ts';
import { refundedCents } from '../../money/payments/refund-store.ts';
import { type EmailContent, strong, text } from '../blocks.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import * as refundStore from '../../money/payments/refund-store.ts';
import { personName } from '../../work/orders/present-order.ts';

/** Asks the business to review a payment; null once it is resolved. */
export function paymentToReview(
  context: EmailContext,
  message: MessageOf<'payment-to-review'>,
): EmailContent | null {
  const { paymentId } = message.payload;
  const payment = paymentId === null ? undefined : paymentStore.byId(context.db, paymentId);
  const order =
    message.orderNumber === null ? undefined : orderStore.byNumber(context.db, message.orderNumber);
  const ofPayment = payment?.status === 'paid' ? payment.review : null;
  const charge =
    message.payload.charge === undefined
      ? undefined
      : agreementStore.chargeById(context.db, message.payload.charge);
  const ofCharge: Review | null = charge?.dispute ? { code: 'disputed', dispute: charge.dispute } : null;
  const review =
    message.payload.review ??
    ofPayment ??
    ofCharge ??
    (order?.paymentStatus === 'pending' ? order.review : null);
  if (!review) return null;
  const reason = reviewText(review, context.settings.hours.timeZone);
  const received = payment?.receivedAmountCents ?? 0;
  const isRefunded =
    payment !== undefined &&
    received > 0 &&
    refundedCents(refundStore.ofPayment(context.db, payment.id)) >= received;
  const isPaidBack = review.code === 'paid_back';
  const subject = isPaidBack
    ? `Order ${order?.orderNumber} was ${review.why === 'refunded' ? 'refunded' : 'paid back after a dispute'}`
    : isRefunded
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
      {
        kind: 'facts',
        facts: charge
          ? chargeFacts(context, order, charge)
          : isPaidBack
            ? paidBackFacts(context, order, review.why)
            : facts(order, payment, review),
      },
      text(isRefunded ? 'You don’t need to do anything.' : nextStep(review, charge !== undefined)),
      order ? caseAction(context, order.orderNumber) : overviewAction(context),
    ],
    toBusiness: {},
  };
}

const NEXT_STEPS: Partial<Record<Review['code'], string>> = {
  suspended:
    'If you suspended it in PayPal’s dashboard, you don’t need to do anything. Otherwise, PayPal couldn’t charge the customer. We asked them to check their payment method in PayPal. PayPal then continues, or you can resume it on the order’s page.',
  charged_after_paid_back: 'Refund this charge on the order’s page.',
  not_canceled: 'We try again every day. If the customer is charged before that works, refund the charge.',
  other_period: 'The order’s page shows what is charged. You can offer another price there.',
  provider_refused:
    'Trying again won’t help until this is fixed in the provider’s dashboard or in your settings. The system check under Settings shows what is missing. We’ll remind you once a day while customers run into it.',
  unclear:
    'Look for this payment in the provider’s dashboard. If it’s there, its order is completed as soon as the provider finds it. If it isn’t, ask the customer to order again in a private window. Until this is known, nobody can pay for the same checkout.',
  promo_limit:
    'The order is completed at the lower price, because the customer paid what they were shown. This can happen when two checkouts are paid at the same moment. If it was on purpose, ask for the difference, or refund the payment and cancel the work.',
};

/** What the business can do. */
function nextStep(review: Review, isCharge: boolean): string {
  const step = NEXT_STEPS[review.code];
  if (step) return step;
  if (review.code === 'paid_back')
    return review.isEnding
      ? 'You don’t need to do anything. We’ll tell the customer when it’s canceled.'
      : 'To stop it, open the order and cancel it there. If it should go on, choose Keep.';
  if (review.code === 'processing')
    return isCharge
      ? 'The charge is shown as paid as soon as PayPal releases the money.'
      : 'The order is completed as soon as the money arrives. The customer was told that PayPal is processing the payment.';
  if (review.code === 'disputed' && review.dispute && !isCharge) return afterDispute(review.dispute);
  return isCharge
    ? 'The recurring payment continues. To stop it, open the order and cancel it there.'
    : 'Nothing more will be charged or refunded automatically. Compare this with your payment provider’s dashboard.';
}

/** What becomes of the order. */
function afterDispute(dispute: Dispute): string {
  if (dispute.status === 'won')
    return 'The money stays with you. Reminders and due times of this order go on.';
  if (dispute.status === 'lost')
    return 'Reminders and due times for this order have ended. Nothing more will be charged or refunded automatically.';
  return holdsMoney(dispute)
    ? 'Until it is decided, this order has no reminders and no due times, and its payment can’t be refunded.'
    : 'No money has been taken back yet. Refunding the customer now usually settles it.';
}

function chargeFacts(
  { settings }: EmailContext,
  order: OrderWithLines | undefined,
  charge: agreementStore.ChargeRow,
) {
  return [
    { label: 'Customer', answer: customerOf(order) },
    {
      label: 'Recurring payment',
      answer: `${formatUsd(charge.amountCents)}, due ${dayText(charge.dueAt, settings.hours.timeZone)}`,
    },
  ];
}

const paidBackFacts = (
  { db }: EmailContext,
  order: OrderWithLines | undefined,
  why: 'refunded' | 'charged_back',
) => [
  { label: 'Customer', answer: customerOf(order) },
  ...(order && why === 'refunded'
    ? [{ label: 'Refunded', answer: formatUsd(orderStore.refundedOf(db, order)) }]
    : []),
];

const customerOf = (order: OrderWithLines | undefined): string =>
  order ? [...new Set([personName(order), order.email])].join(', ') : 'Unknown';

function facts(order: OrderWithLines | undefined, payment: Payment | undefined, { code }: Review) {
  const arrived = payment?.receivedAmountCents ?? order?.receivedAmountCents ?? null;
  return [
    { label: 'Customer', answer: customerOf(order) },
    { label: 'Amount due', answer: order ? formatUsd(order.initialPaymentCents) : '' },
    {
      label: 'Received',
      answer:
        arrived === null
          ? code === 'unclear'
            ? 'Unknown'
            : 'Nothing'
          : `${formatUsd(arrived)} ${(payment?.receivedCurrency ?? 'usd').toUpperCase()}`,
    },
    {
      label: 'Payment provider',
      answer: payment ? `${providerWords(payment.provider)} ${payment.providerPaymentId ?? ''}`.trim() : '',
    },
  ].filter(({ answer }) => answer !== '');
}
