import type { DisputeStep } from '../payments/dispute-news.ts';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { NewOrder, OrderWithLines } from '../../work/orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { PaymentState, ProviderRefund } from '../payments/provider.ts';
import type { Purchase } from './order-content.ts';

export type Received = { amountCents: Cents; currency: string };

/** What is stored when something happens to a payment or a checkout. */
export type Facts = {
  now: Date;
  paymentMode: NewOrder['paymentMode'];
  /** The payment was begun with other keys than the shop has now. */
  isOfOtherKeys: boolean;
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
  /** An owner recorded money that came without a provider. */
  | { kind: 'by-hand'; received: Received }
  /** A payment without a draft was paid, and no browser is there to say what it was for. */
  | { kind: 'unclaimed'; received: Received };

export type OrderChange = Pick<
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
  /** A completed order counts for its promo code and the funnel, and its checkout is finished. */
  | { do: 'count-sale' }
  | { do: 'email-order' }
  /** What an owner asked for is paid. An accepted quote becomes its order. */
  | { do: 'close-request' }
  | { do: 'give-invoice' }
  /** Starts the recurring payment of a completed order. */
  | { do: 'open-agreement' }
  /** The customer won a dispute, so that the order's recurring payment should not go on. */
  | { do: 'mark-charged-back' }
  /** A dispute began, goes on, or was decided. The clocks of its order follow. */
  | { do: 'follow-dispute' }
  | {
      do: 'email-review';
      /** A dispute has one for each of its steps. */
      occasion: 'stray' | 'surplus' | 'held' | 'lost' | DisputeStep | `${number} arrived`;
    }
  | { do: 'email-payment-update'; state: 'processing' | 'failed' }
  /** The provider refuses every such payment. */
  | { do: 'email-refusal'; reason: string }
  | { do: 'list-as-unpaid' }
  | { do: 'announce' }
  | { do: 'after'; what: 'cancel-payment' | 'send-second-refund' | 'cancel-other-attempts' };
