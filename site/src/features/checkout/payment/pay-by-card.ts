import { centsToDollars, dollarsToCents, type Cents } from '@northlight/shared/catalogue/money.ts';
import {
  CREATE_PAYMENT_INTENT_PATH,
  MINIMUM_AMOUNT_CENTS,
  MINIMUM_AMOUNT_MESSAGE,
  type CreatePaymentIntentInput,
  type PaymentIntentAnswer,
} from '@northlight/shared/contracts/shop/checkout.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { closeToast, showToast } from '@northlight/shared/ui/toasts.ts';
import { postJson } from '../../../lib/api-client.ts';
import { readBuyer, toDraft } from '../state/checkout-draft.ts';
import { paymentMade, paymentStarted, priceOf, setBusy, useCheckout } from '../state/checkout-store.ts';
import { leaveWith } from './place-order.ts';
import { findOrder } from './find-order.ts';
import { handleRejection } from './handle-rejection.ts';

export const CARD_FALLBACK = 'There was an issue processing your payment. Please try again.';
const SETUP_FAILED = 'Could not initialize payment form. Please try again.';

/** What came of confirming a card at the provider. */
export type Confirmation =
  | 'paid'
  /** Something is missing in a field, and the field says so. */
  | 'incomplete'
  | 'needs-confirmation'
  /** Nobody can pay this payment any more: it was paid, or the shop ended it. */
  | 'over'
  /** `isCertain` when the provider itself refused the card. */
  | { failure: string; isCertain: boolean };

export type CardOutcome =
  | { kind: 'paid' | 'left' | 'incomplete' | 'needs-confirmation' | 'failed' }
  /** Nobody knows yet whether the card was charged. */
  | { kind: 'unclear' }
  /** The shop charges another amount than the receipt shows; nothing was charged. */
  | { kind: 'repriced'; chargedCents: Cents };

/**
 * One press of Pay Now: opens the payment, lets `confirm` charge the card, and finds out what is true when that did not clearly
 * succeed. A payment is opened here and not earlier, so that whoever pays by PayPal leaves none behind. Says in a toast what
 * failed. `acceptedCents` is the amount that the buyer sees.
 */
export async function payByCard(
  acceptedCents: Cents,
  confirm: (intent: PaymentIntentAnswer) => Promise<Confirmation>,
): Promise<CardOutcome> {
  closeToast();
  if (acceptedCents < MINIMUM_AMOUNT_CENTS) {
    showToast({ title: 'Invalid Amount', description: MINIMUM_AMOUNT_MESSAGE, isError: true });
    return { kind: 'failed' };
  }
  paymentStarted();
  const outcome = await pay(acceptedCents, confirm);
  // Whoever leaves or waits for the order stays busy.
  if (outcome.kind !== 'paid' && outcome.kind !== 'left') setBusy(false);
  return outcome;
}

async function pay(
  acceptedCents: Cents,
  confirm: (intent: PaymentIntentAnswer) => Promise<Confirmation>,
): Promise<CardOutcome> {
  const intent = await openPayment();
  if (!intent) return { kind: 'failed' };
  // Paid before, perhaps in another tab: show that order, charge nothing.
  if (intent.order) {
    leaveWith(intent.order);
    return { kind: 'left' };
  }
  const chargedCents = dollarsToCents(intent.amount);
  if (chargedCents !== acceptedCents) return { kind: 'repriced', chargedCents };
  const confirmation = await confirm(intent);
  if (confirmation === 'paid') {
    paymentMade({ paymentIntentId: intent.paymentIntentId });
    return { kind: 'paid' };
  }
  if (confirmation === 'incomplete' || confirmation === 'needs-confirmation') return { kind: confirmation };
  return findOut(confirmation);
}

/** Another tab, or an answer that was lost, may have paid: asks before anybody is told to pay again. */
async function findOut(confirmation: 'over' | { failure: string; isCertain: boolean }): Promise<CardOutcome> {
  const isCertain = confirmation !== 'over' && confirmation.isCertain;
  const found = await findOrder();
  if (found === 'left') return { kind: 'left' };
  if (found === 'unknown' && !isCertain) return { kind: 'unclear' };
  const description = confirmation === 'over' ? CARD_FALLBACK : confirmation.failure;
  showToast({ title: 'Payment Failed', description, isError: true });
  return { kind: 'failed' };
}

/** Stores the draft at the server and opens the payment of its price. Null when that failed, which is then said. */
async function openPayment(): Promise<PaymentIntentAnswer | null> {
  const checkout = useCheckout.getState();
  const buyer = readBuyer(checkout.information);
  if (!buyer) return null;
  try {
    return await postJson<PaymentIntentAnswer>(CREATE_PAYMENT_INTENT_PATH, {
      ...toDraft(checkout, buyer),
      amount: centsToDollars(priceOf(checkout).dueTodayCents),
    } satisfies CreatePaymentIntentInput);
  } catch (error) {
    setBusy(false);
    if (!handleRejection(error)) {
      showToast({ title: 'Error', description: wordsOf(error), isError: true });
    }
    return null;
  }
}

/** Whoever has to wait is told how long. */
function wordsOf(error: unknown): string {
  const isTooMany = error instanceof CallError && error.status === 429;
  return isTooMany ? failureText(error, SETUP_FAILED, SETUP_FAILED) : SETUP_FAILED;
}
