import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { NewOrder, OrderWithLines } from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { Facts, Move, OrderChange, Received } from './moves.ts';
import { orderContent, rewrittenContent, type Purchase } from './order-content.ts';

/** Decides about the order of a checkout that is paid or processing, or whose browser reports a payment. */
export function decideOrder(facts: Facts, received: Received | null, held?: string): Move[] {
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
    dueCents: order?.initialPaymentCents ?? purchase.draft.price.dueTodayCents,
    payment,
    received,
    held,
  };
  // A processing payment is checked many times.
  const isSame = isDeepStrictEqual(order?.review, reviewOf(due));
  if (order && !received && order.paymentId === payment?.id && isSame) return moves;
  if (!order) return [...moves, ...newOrder(facts, purchase, due), { do: 'announce' }];
  const change = isPaidInFull(purchase, payment, received)
    ? rewrite(facts, order, purchase, received)
    : update(facts, order, due);
  return [...moves, ...change, { do: 'announce' }];
}

/** A paid payment without a draft completes its pending order, or an administrator must review it. */
export function decideUnclaimed(facts: Facts, received: Received): Move[] {
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

/** Completes what an owner says was paid. Recording it again changes nothing. */
export function decideByHand(facts: Facts, received: Received): Move[] {
  const { order, purchase } = facts;
  if (!purchase || (order && order.paymentStatus === 'completed')) return [];
  const content = orderContent(facts, purchase, null, received);
  const { lines } = purchase.draft.price;
  const stored: Move = order
    ? { do: 'rewrite-order', content: rewrittenContent(order, purchase, content), lines }
    : { do: 'insert-order', content, lines };
  return [stored, ...completed(content), { do: 'announce' }];
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

/** Whether the payment matches the draft as it is now, which may have changed since the order was stored. */
function isPaidInFull(purchase: Purchase, payment: Payment | null, received: Received | null): boolean {
  const dueCents = purchase.draft.price.dueTodayCents;
  return received !== null && reviewOf({ dueCents, payment, received }) === null;
}

function newOrder(facts: Facts, purchase: Purchase, due: Due): Move[] {
  const review = reviewOf(due);
  const content = orderContent(facts, purchase, review, due.received);
  return [
    { do: 'insert-order', content, lines: purchase.draft.price.lines },
    ...(review ? emailsAbout(review, due) : completed(content)),
  ];
}

/** A pending order becomes what was paid for and keeps its number. Its customer got no email before. */
function rewrite(facts: Facts, order: OrderWithLines, purchase: Purchase, received: Received | null): Move[] {
  const content = rewrittenContent(order, purchase, orderContent(facts, purchase, null, received));
  return [{ do: 'rewrite-order', content, lines: purchase.draft.price.lines }, ...completed(content)];
}

/** Records a payment that does not match the draft, or none at all. The order's content stays. */
function update(facts: Facts, order: OrderWithLines, due: Due): Move[] {
  const review = reviewOf(due);
  const change: OrderChange = {
    paymentId: due.payment?.id ?? order.paymentId,
    paymentMethod: facts.purchase?.method ?? order.paymentMethod,
    paymentStatus: review ? 'pending' : 'completed',
    receivedAmountCents: due.received?.amountCents ?? order.receivedAmountCents,
    review,
  };
  return [{ do: 'update-order', change }, ...(review ? emailsAbout(review, due) : completed(order))];
}

/** What follows when an order is complete. */
const completed = (order: Pick<NewOrder, 'recurringPeriod' | 'initialPaymentCents'>): Move[] => [
  ...(order.initialPaymentCents > 0 ? [{ do: 'give-invoice' as const }] : []),
  { do: 'count-sale' },
  { do: 'email-order' },
  // Also if it was paid without the link, such as in the tab of the first try.
  { do: 'close-request' },
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
