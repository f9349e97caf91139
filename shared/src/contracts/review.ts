import { formatUsd, type Cents } from '../catalog/money.ts';
import { dayText } from '../catalog/periods.ts';
import { providerWords, type Dispute } from './payments.ts';

/** Why a payment or an order needs review, or why a payment attempt ended: a code with its details. */
export type Review =
  // Pending orders.
  | { code: 'no_payment' }
  | { code: 'not_arrived' }
  /** `held`: why PayPal holds the money. Without it, the customer's bank is processing the payment. */
  | { code: 'processing'; held?: string | undefined }
  | { code: 'amount_differs'; dueCents: number; receivedCents: number; currency: string }
  /** `reason` comes from the provider. Without it, the bank declined. */
  | { code: 'payment_lost'; reason?: string }
  /** The provider has not said for more than a day whether it was paid. Only in emails to the business. */
  | { code: 'unclear'; provider: string; amountCents: number; customer: string }
  // Received payments.
  | { code: 'no_order' }
  | { code: 'unknown_payment' }
  /** Without details for disputes stored by older versions. */
  | { code: 'disputed'; dispute?: Dispute | undefined }
  | {
      code: 'second_payment';
      orderNumber: string;
      refund: 'manual' | 'automatic' | 'failed';
      failure?: string | undefined;
    }
  /** Paid beyond a limit of its promo code: of all uses, or of those with one email address. */
  | { code: 'promo_limit'; promoCode: string; limit: 'all' | 'email' }
  // Recurring payments.
  /** `since`, as ISO 8601. */
  | { code: 'suspended'; since: string }
  | { code: 'paid_back'; why: 'refunded' | 'charged_back'; isEnding: boolean }
  | { code: 'charged_after_paid_back' }
  /** It must not go on, and the provider refuses to cancel it. `isSecond`: that of a second payment. */
  | { code: 'not_canceled'; reason: string; isSecond: boolean }
  /** What the customer accepted was a price for the old period. */
  | { code: 'other_period' }
  // Payments that could not be started or changed, in the provider's words.
  | { code: 'provider_refused'; provider: string; reason: string }
  // Ended payment attempts.
  | { code: 'paid_otherwise' }
  | { code: 'price_changed' }
  | { code: 'no_answer' }
  | { code: 'bank_declined' }
  | { code: 'declined_cards' }
  | { code: 'declined_network' }
  | { code: 'ended_by_provider'; reason: string };

const BANK_DECLINED = 'The bank didn’t complete the payment.';

/** The text shown in the dashboard, emails, and spreadsheets. Days are the studio's. */
export function reviewText(review: Review, timeZone: string): string {
  switch (review.code) {
    case 'no_payment':
      return 'The browser reported a payment, but this order has none.';
    case 'not_arrived':
      return 'The payment hasn’t arrived.';
    case 'processing':
      return review.held
        ? heldText(review.held)
        : 'The payment is processing. The bank hasn’t confirmed it yet.';
    case 'amount_differs':
      return `The amount doesn’t match: ${formatUsd(review.dueCents)} was due, and ${formatUsd(review.receivedCents)} ${review.currency.toUpperCase()} was received.`;
    case 'payment_lost':
      return `${review.reason ?? BANK_DECLINED} Nothing was charged, and the customer was told by email.`;
    case 'unclear':
      return `${providerWords(review.provider)} doesn’t say whether ${review.customer} paid ${formatUsd(review.amountCents)}.`;
    case 'no_order':
      return 'Paid, but no order uses this payment.';
    case 'unknown_payment':
      return 'Paid, but this shop has no record of it.';
    case 'disputed':
      return disputeText(review.dispute, timeZone);
    case 'second_payment':
      return secondPaymentText(review);
    case 'promo_limit':
      return review.limit === 'email'
        ? `The promo code ${review.promoCode} was used more often with this email address than it allows.`
        : `The promo code ${review.promoCode} was used more often than it allows.`;
    case 'suspended':
      return `PayPal suspended this recurring payment on ${dayText(review.since, timeZone)}, and nothing is charged.`;
    case 'paid_back':
      return `${PAID_BACK_TEXT[review.why]} ${review.isEnding ? 'Its recurring payment is being canceled.' : 'Its recurring payment is still active. Cancel it, or keep it.'}`;
    case 'charged_after_paid_back':
      return 'This recurring charge was collected although the order was paid back.';
    case 'not_canceled':
      return `${review.isSecond ? 'A second payment for this order started a recurring payment of its own, which' : 'This order’s recurring payment should have ended, but it'} couldn’t be canceled yet. ${review.reason}`;
    case 'other_period':
      return 'The billing period changed, so the new price that the customer accepted no longer applies.';
    case 'provider_refused':
      return `${providerWords(review.provider)} refuses these payments: ${review.reason}`;
    case 'paid_otherwise':
      return 'Paid with a different payment.';
    case 'price_changed':
      return 'The price changed after this payment was started.';
    case 'no_answer':
      return 'The payment provider never responded.';
    case 'bank_declined':
      return BANK_DECLINED;
    case 'declined_cards':
      return 'Ended after five declined cards.';
    case 'declined_network':
      return 'Ended after ten declined cards from one network.';
    case 'ended_by_provider':
      return review.reason;
  }
}

/** A payment that never came is one problem, whatever the browser and the provider said. */
export function failedPaymentText(
  amount: Cents,
  { updatedAt, reviewReason }: { updatedAt: string; reviewReason: string | null },
  timeZone: string,
): string {
  const why = reviewReason ? `${reviewReason} ` : '';
  return `The payment of ${formatUsd(amount)} failed on ${dayText(updatedAt, timeZone)}. ${why}Nothing was charged.`;
}

export const PAID_BACK_TEXT = {
  refunded: 'This order’s payment was fully refunded.',
  charged_back: 'The customer won a dispute about this order.',
};

/** PayPal's reasons for holding money, and what the business can do. */
const HELD: Record<string, string> = {
  UNILATERAL:
    'Your PayPal account doesn’t exist yet or its email address isn’t confirmed. Confirm the address in PayPal, or the money goes back to the customer.',
  RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION:
    'Your PayPal account is set to review each payment. Accept this one in PayPal, or the money goes back to the customer. The setting is under Account Settings, Website payments, Block payments.',
  VERIFICATION_REQUIRED:
    'PayPal needs you to verify your account. Follow the steps in PayPal’s Resolution Center.',
  PENDING_REVIEW: 'PayPal is reviewing this payment. See PayPal’s Resolution Center for what it needs.',
  INTERNATIONAL_WITHDRAWAL:
    'Your PayPal account can’t receive this payment on its own. Accept or decline it in PayPal.',
  BUYER_COMPLAINT: 'The customer complained to PayPal. Respond in PayPal’s Resolution Center.',
  CHARGEBACK: 'The customer disputed this payment at their bank. Respond in PayPal’s Resolution Center.',
};

const heldText = (reason: string): string =>
  `PayPal is holding this payment. ${HELD[reason] ?? `Check it in PayPal (${reason.toLowerCase().replaceAll('_', ' ')}).`}`;

function secondPaymentText({ orderNumber, refund, failure }: Extract<Review, { code: 'second_payment' }>) {
  const what = `Second payment for ${orderNumber}.`;
  switch (refund) {
    case 'manual':
      return `${what} Refund this one.`;
    case 'automatic':
      return `${what} The shop refunds it automatically.`;
    case 'failed':
      return `${what} Refund this one: the automatic refund failed (${failure ?? 'no reason given'}).`;
  }
}

/** What the business has to do about a dispute. */
export function disputeText(dispute: Dispute | undefined, timeZone: string): string {
  if (!dispute) return 'The customer disputed this payment. Respond in your payment provider’s dashboard.';
  const why = dispute.reason ? ` (${dispute.reason.toLowerCase().replaceAll('_', ' ')})` : '';
  if (dispute.status === 'won') return `The customer disputed this payment${why}. You won the dispute.`;
  if (dispute.status === 'lost')
    return `The customer disputed this payment${why}. You lost the dispute, and the money was returned to the customer.`;
  return dispute.respondBy
    ? `The customer disputed this payment${why}. Respond by ${dayText(dispute.respondBy, timeZone)}.`
    : `The customer disputed this payment${why}. No response is needed right now.`;
}
