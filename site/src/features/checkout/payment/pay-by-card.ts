import { centsToDollars, dollarsToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import { MINIMUM_AMOUNT_CENTS } from '@northlight/shared/catalog/price.ts';
import { MINIMUM_AMOUNT_MESSAGE } from '@northlight/shared/contracts/customer-information.ts';
import type { PaymentIntentResponse } from '@northlight/shared/contracts/checkout.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { closeToast, showToast } from '@northlight/shared/ui/toasts.ts';
import { call } from '../../../lib/api-client.ts';
import { draftOf } from '../state/checkout-requests.ts';
import { paymentMade, paymentStarted, priceOf, setBusy, useCheckout } from '../state/checkout-store.ts';
import { leaveWith, findOrder } from './place-order.ts';
import { handleRejection } from './handle-rejection.ts';

export const CARD_FALLBACK = 'There was an issue processing your payment. Please try again.';
const SETUP_FAILED = 'Could not initialize payment form. Please try again.';

/** The result of confirming a card at the provider. */
export type Confirmation =
  | 'paid'
  /** A field is incomplete, and says so itself. */
  | 'incomplete'
  | 'needs-confirmation'
  /** This payment can no longer be paid: it was paid, or the shop ended it. */
  | 'over'
  /** `isCertain` when the provider itself refused the card. */
  | { failure: string; isCertain: boolean };

export type CardOutcome =
  | { kind: 'paid' | 'left' | 'incomplete' | 'needs-confirmation' }
  /** `reason`: why the provider refused the card, if it did. */
  | { kind: 'failed'; reason?: string | undefined }
  /** It is unknown whether the card was charged. */
  | { kind: 'unclear' }
  /** The shop would charge another amount than the receipt shows. Nothing was charged. */
  | { kind: 'repriced'; chargedCents: Cents };

/**
 * Handles Pay Now: starts the payment, lets `confirm` charge the card, and checks the result if it is not
 * clearly a success. The payment starts here and not earlier, so paying by PayPal leaves none behind. Shows
 * failures in a toast. `acceptedCents` is the amount the customer sees.
 */
export async function payByCard(
  acceptedCents: Cents,
  confirm: (intent: PaymentIntentResponse) => Promise<Confirmation>,
): Promise<CardOutcome> {
  closeToast();
  if (acceptedCents < MINIMUM_AMOUNT_CENTS) {
    showToast({ title: 'Invalid Amount', description: MINIMUM_AMOUNT_MESSAGE, isError: true });
    return { kind: 'failed' };
  }
  paymentStarted();
  const outcome = await pay(acceptedCents, confirm);
  // Stays busy while leaving the page or waiting for the order.
  if (outcome.kind !== 'paid' && outcome.kind !== 'left') setBusy(false);
  return outcome;
}

async function pay(
  acceptedCents: Cents,
  confirm: (intent: PaymentIntentResponse) => Promise<Confirmation>,
): Promise<CardOutcome> {
  const intent = await openPayment();
  // What says why by itself must stay in view, so nothing else takes the focus.
  if (typeof intent === 'string') return { kind: intent };
  // Already paid, perhaps in another tab: show that order and charge nothing.
  if (intent.order) return { kind: leaveWith(intent.order) ? 'left' : 'failed' };
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

/** Another tab, or a lost response, may have paid. Check before asking anybody to pay again. */
async function findOut(confirmation: 'over' | { failure: string; isCertain: boolean }): Promise<CardOutcome> {
  const isCertain = confirmation !== 'over' && confirmation.isCertain;
  const found = await findOrder();
  if (found === 'left') return { kind: 'left' };
  if (found === 'other') return { kind: 'failed' };
  if (found === 'unknown' && !isCertain) return { kind: 'unclear' };
  const description = confirmation === 'over' ? CARD_FALLBACK : confirmation.failure;
  showToast({ title: 'Payment Failed', description, isError: true });
  return { kind: 'failed', reason: isCertain ? description : undefined };
}

/**
 * Stores the draft on the server and starts the payment. Incomplete when that was refused and the page says why; failed
 * with a toast that goes away.
 */
async function openPayment(): Promise<PaymentIntentResponse | 'incomplete' | 'failed'> {
  const checkout = useCheckout.getState();
  const draft = draftOf(checkout);
  if (!draft) return 'failed';
  try {
    return await call('POST /api/create-payment-intent', {
      body: { ...draft, amount: centsToDollars(priceOf(checkout).dueTodayCents) },
    });
  } catch (error) {
    if (handleRejection(error)) return 'incomplete';
    showToast({ title: 'Error', description: wordsOf(error), isError: true });
    return 'failed';
  }
}

const SAYS_WHY = new Set(['database_unavailable', 'addon_not_offered']);

/** The server's words where they say when to try again. */
function wordsOf(error: unknown): string {
  const saysWhen =
    error instanceof CallError && (error.status === 429 || SAYS_WHY.has(error.response?.code ?? ''));
  return saysWhen ? failureText(error, SETUP_FAILED, SETUP_FAILED) : SETUP_FAILED;
}
