import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Dispute, Review } from '@northlight/shared/contracts/admin/review.ts';
import type { NewOrder, OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { PaymentState, ProviderRefund } from '../payments/provider.ts';
import { refundedCents } from '../payments/refunded-cents.ts';
import { orderContent, rewrittenContent, type Purchase } from './order-content.ts';

export type Received = { amountCents: Cents; currency: string };

/** What is stored when something happens to a payment or a checkout. */
export type Facts = {
  now: Date;
  paymentMode: NewOrder['paymentMode'];
  /** The setting REFUND_SECOND_PAYMENTS. */
  refundsSecondPayments: boolean;
  /** Null when the browser names no payment. */
  payment: Payment | null;
  /** What is bought, from the stored draft or the browser; null if unknown. */
  purchase: Purchase | null;
  /** The order of this payment or checkout. */
  order: OrderWithLines | null;
  /** The payment that `order` names. */
  orderPayment: Pick<Payment, 'id' | 'status'> | null;
  refunds: readonly KnownRefund[];
};
export type KnownRefund = Pick<ProviderRefund, 'status' | 'amountCents'> & {
  providerRefundId: string | null;
};

export type Happening =
  /** The provider reported the payment's state. */
  | { kind: 'answered'; state: PaymentState }
  /** The browser says it has paid; `received` is what the provider confirmed of a payment without a draft. */
  | { kind: 'claimed'; received: Received | null }
  /** A payment without a draft was paid, and no browser is there to say what it was for. */
  | { kind: 'unclaimed'; received: Received };

type OrderChange = Pick<
  NewOrder,
  'paymentId' | 'paymentStatus' | 'receivedAmountCents' | 'review' | 'paymentMethod'
>;

/** What to do, in this order. `after` moves call a provider once the others are committed. */
export type Move =
  | { do: 'mark-processing' }
  | { do: 'mark-paid'; received: Received }
  | { do: 'mark-failed'; review: Review }
  | { do: 'refuse-capture' }
  | { do: 'review-payment'; review: Review | null }
  | { do: 'store-charge'; chargeId: string }
  | { do: 'store-refund'; refund: ProviderRefund }
  | { do: 'plan-second-refund'; amountCents: Cents }
  | { do: 'insert-order'; content: NewOrder; lines: OrderWithLines['lines'] }
  | { do: 'rewrite-order'; content: NewOrder; lines: OrderWithLines['lines'] }
  | { do: 'update-order'; change: OrderChange }
  | { do: 'email-order' }
  | { do: 'give-invoice' }
  /** Starts the recurring payment of a completed order. */
  | { do: 'open-agreement' }
  /** The customer won a dispute, so that the order's recurring payment should not go on. */
  | { do: 'mark-charged-back' }
  | {
      do: 'email-review';
      occasion: 'stray' | 'surplus' | 'disputed' | 'held' | 'lost' | `${number} arrived`;
    }
  | { do: 'email-payment-update'; state: 'processing' | 'failed' }
  | { do: 'list-as-unpaid' }
  | { do: 'publish-order' }
  | { do: 'publish-payment' }
  | { do: 'after'; what: 'cancel-payment' | 'send-second-refund' | 'cancel-other-attempts' };

/**
 * Decides what follows from what happened. Pure: the same facts always give the same moves, and a repeat
 * changes nothing.
 */
export function decide(facts: Facts, happening: Happening): Move[] {
  switch (happening.kind) {
    case 'answered':
      return facts.payment ? decideAnswer(facts, facts.payment, happening.state) : [];
    case 'claimed':
      return decideOrder(facts, happening.received);
    case 'unclaimed':
      return decideUnclaimed(facts, happening.received);
  }
}

function decideAnswer(facts: Facts, payment: Payment, state: PaymentState): Move[] {
  switch (state.status) {
    case 'open':
      // A processing debit that is open again was declined by its bank. It must not be charged to anything
      // else.
      if (payment.status !== 'processing') return [];
      return [...failed(facts, payment, { code: 'bank_declined' }), { do: 'after', what: 'cancel-payment' }];
    case 'declined':
      return [{ do: 'refuse-capture' }];
    case 'failed':
      return failed(facts, payment, { code: 'ended_by_provider', reason: state.reason });
    case 'missing':
      return isUntouched(payment) && !state.isPaidByBrowser
        ? failed(facts, payment, { code: 'ended_by_provider', reason: state.reason })
        : [];
    case 'processing': {
      if (payment.status === 'paid') return disputeMoves(payment, state.dispute ?? null);
      const isNew = payment.status !== 'processing';
      return [
        ...(isNew ? [{ do: 'mark-processing' as const }] : []),
        ...(facts.purchase
          ? decideOrder({ ...facts, payment: { ...payment, status: 'processing' } }, null, state.held)
          : []),
      ];
    }
    case 'paid': {
      const received = { amountCents: state.amountCents, currency: state.currency };
      return [
        ...providerFacts(facts, payment, state),
        ...(facts.purchase ? decideOrder(facts, received) : []),
        ...(facts.purchase
          ? [
              { do: 'after' as const, what: 'send-second-refund' as const },
              { do: 'after' as const, what: 'cancel-other-attempts' as const },
            ]
          : []),
      ];
    }
  }
}

/** Nobody approved it, and no call was sent that could have taken the money. */
const isUntouched = ({ status, approvedAt, captureSentAt }: Payment): boolean =>
  status === 'open' && approvedAt === null && captureSentAt === null;

/**
 * The attempt is over. A customer who was told that their bank payment is processing now hears that it
 * failed.
 */
function failed({ order }: Facts, payment: Payment, review: Review): Move[] {
  if (payment.status !== 'open' && payment.status !== 'processing') return [];
  const isLost =
    payment.status === 'processing' && order?.paymentId === payment.id && order.receivedAmountCents === null;
  const moves: Move[] = [{ do: 'mark-failed', review }];
  if (isLost) {
    const { paymentMethod, receivedAmountCents } = order;
    const reason = review.code === 'ended_by_provider' ? { reason: review.reason } : {};
    moves.push(
      {
        do: 'update-order',
        change: {
          paymentId: payment.id,
          paymentStatus: 'pending',
          paymentMethod,
          receivedAmountCents,
          review: { code: 'payment_lost', ...reason },
        },
      },
      { do: 'email-payment-update', state: 'failed' },
      { do: 'email-review', occasion: 'lost' },
    );
  }
  return [...moves, { do: 'publish-payment' }];
}

/** Records what a later refund needs, and what happened in the provider's own dashboard. */
function providerFacts(
  { refunds }: Facts,
  payment: Payment,
  state: Extract<PaymentState, { status: 'paid' }>,
): Move[] {
  const isKnown = ({ id, status }: ProviderRefund) =>
    refunds.some((refund) => refund.providerRefundId === id && refund.status === status);
  const reported = [...state.refunds, ...unlistedRefund(refunds, state)];
  return [
    ...(state.chargeId && state.chargeId !== payment.chargeId
      ? [{ do: 'store-charge' as const, chargeId: state.chargeId }]
      : []),
    ...reported.map((refund) => ({ do: 'store-refund' as const, refund })),
    ...disputeMoves(payment, state.dispute),
    ...(reported.every(isKnown) ? [] : [{ do: 'publish-payment' as const }]),
  ];
}

/** What was refunded in the dashboard of a provider that only says that everything was. */
function unlistedRefund(
  refunds: readonly KnownRefund[],
  { isFullyRefunded, amountCents, chargeId }: Extract<PaymentState, { status: 'paid' }>,
): ProviderRefund[] {
  const left = amountCents - refundedCents(refunds);
  if (!isFullyRefunded || left <= 0) return [];
  return [{ id: `${chargeId}-rest`, key: null, amountCents: left, status: 'succeeded' }];
}

function disputeMoves({ review }: Payment, dispute: Dispute | null): Move[] {
  const stored = review?.code === 'disputed' ? review : null;
  if (!dispute || isDeepStrictEqual(stored?.dispute, dispute)) return [];
  const isNewlyLost = dispute.status === 'lost' && stored?.dispute?.status !== 'lost';
  return [
    { do: 'review-payment', review: { code: 'disputed', dispute } },
    ...(stored ? [] : [{ do: 'email-review' as const, occasion: 'disputed' as const }]),
    ...(isNewlyLost ? [{ do: 'mark-charged-back' as const }] : []),
    { do: 'publish-payment' },
  ];
}

/** Decides about the order of a checkout that is paid or processing, or whose browser reports a payment. */
function decideOrder(facts: Facts, received: Received | null, held?: string): Move[] {
  const { payment, order, purchase } = facts;
  if (!purchase) return [];
  const isSecond = payment !== null && order !== null && hasOtherMoney(facts, order, payment);
  const moves: Move[] = [];
  if (payment && received && (payment.status !== 'paid' || payment.review?.code === 'no_order')) {
    moves.push(
      payment.status === 'paid' ? { do: 'review-payment', review: null } : { do: 'mark-paid', received },
    );
    if (isSecond) moves.push(...secondPayment(facts, order, received));
  }
  // A resend without a payment changes nothing.
  if (order && (isSecond || !payment || order.paymentStatus === 'completed')) return moves;
  const due = {
    dueCents: order?.initialPaymentCents ?? purchase.draft.quote.dueTodayCents,
    payment,
    received,
    held,
  };
  // A processing payment is checked many times.
  const isSame = isDeepStrictEqual(order?.review, reviewOf(due));
  if (order && !received && order.paymentId === payment?.id && isSame) return moves;
  if (!order) return [...moves, ...newOrder(facts, purchase, due), { do: 'publish-order' }];
  const change = isPaidInFull(purchase, payment, received)
    ? rewrite(facts, order, purchase, received)
    : update(facts, order, due);
  return [...moves, ...change, { do: 'publish-order' }];
}

/** A paid payment without a draft completes its pending order, or an administrator must review it. */
function decideUnclaimed(facts: Facts, received: Received): Move[] {
  const { payment, order } = facts;
  if (!payment) return [];
  const paid: Move = { do: 'mark-paid', received };
  if (!order) {
    return payment.status === 'paid'
      ? []
      : [
          paid,
          { do: 'review-payment', review: { code: 'no_order' } },
          { do: 'email-review', occasion: 'stray' },
        ];
  }
  if (order.paymentStatus !== 'pending') return [paid];
  return [paid, ...update(facts, order, { dueCents: order.initialPaymentCents, payment, received })];
}

/** Whether the order needs no payment or was paid with another one. An unpaid attempt does not count. */
function hasOtherMoney({ orderPayment }: Facts, order: OrderWithLines, payment: Payment): boolean {
  if (order.paymentId === payment.id) return false;
  return order.paymentStatus === 'completed' || orderPayment?.status === 'paid';
}

function secondPayment(
  { refundsSecondPayments }: Facts,
  { orderNumber }: OrderWithLines,
  { amountCents }: Received,
): Move[] {
  const refund = refundsSecondPayments ? 'automatic' : 'manual';
  return [
    { do: 'review-payment', review: { code: 'second_payment', orderNumber, refund } },
    ...(refundsSecondPayments ? [{ do: 'plan-second-refund' as const, amountCents }] : []),
    { do: 'email-review', occasion: 'surplus' },
  ];
}

type Due = {
  dueCents: Cents;
  payment: Payment | null;
  received: Received | null;
  /** Why the provider holds a processing payment. */
  held?: string | undefined;
};

/** Null when the order is paid as agreed. */
function reviewOf({ dueCents, payment, received, held }: Due): Review | null {
  if (dueCents === 0) return null;
  if (!payment) return { code: 'no_payment' };
  if (!received && payment.status === 'processing')
    return held ? { code: 'processing', held } : { code: 'processing' };
  if (!received) return { code: 'not_arrived' };
  const { amountCents, currency } = received;
  if (currency === payment.currency && amountCents === dueCents) return null;
  return { code: 'amount_differs', dueCents, receivedCents: amountCents, currency };
}

/**
 * Whether the payment matches the draft as it is now, which the customer may have changed since the order was
 * stored.
 */
function isPaidInFull(purchase: Purchase, payment: Payment | null, received: Received | null): boolean {
  const dueCents = purchase.draft.quote.dueTodayCents;
  return received !== null && reviewOf({ dueCents, payment, received }) === null;
}

function newOrder(facts: Facts, purchase: Purchase, due: Due): Move[] {
  const review = reviewOf(due);
  const content = orderContent(facts, purchase, review, due.received);
  return [
    { do: 'insert-order', content, lines: purchase.draft.quote.lines },
    ...(review ? emailsAbout(review, due) : completed(content)),
  ];
}

/** A pending order becomes what was paid for and keeps its number. Its customer got no email before. */
function rewrite(facts: Facts, order: OrderWithLines, purchase: Purchase, received: Received | null): Move[] {
  const content = rewrittenContent(order, purchase, orderContent(facts, purchase, null, received));
  return [{ do: 'rewrite-order', content, lines: purchase.draft.quote.lines }, ...completed(content)];
}

/** Records a payment that does not match the draft, or none at all. The order's content stays. */
function update({ purchase }: Facts, order: OrderWithLines, due: Due): Move[] {
  const review = reviewOf(due);
  const change: OrderChange = {
    paymentId: due.payment?.id ?? order.paymentId,
    paymentMethod: purchase?.method ?? order.paymentMethod,
    paymentStatus: review ? 'pending' : 'completed',
    receivedAmountCents: due.received?.amountCents ?? order.receivedAmountCents,
    review,
  };
  return [{ do: 'update-order', change }, ...(review ? emailsAbout(review, due) : completed(order))];
}

/** What follows when an order is complete. */
const completed = (order: Pick<NewOrder, 'recurringPeriod' | 'initialPaymentCents'>): Move[] => [
  ...(order.initialPaymentCents > 0 ? [{ do: 'give-invoice' as const }] : []),
  { do: 'email-order' },
  ...(order.recurringPeriod ? [{ do: 'open-agreement' as const }] : []),
];

/** A pending order only concerns the business, unless the customer's payment is processing. */
function emailsAbout(review: Review, { received }: Due): Move[] {
  if (received) return [{ do: 'email-review', occasion: `${received.amountCents} arrived` }];
  if (review.code !== 'processing') return [{ do: 'list-as-unpaid' }];
  return [
    { do: 'email-payment-update', state: 'processing' },
    ...(review.held ? [{ do: 'email-review' as const, occasion: 'held' as const }] : []),
  ];
}
