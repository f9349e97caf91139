import { readBuyer } from './checkout-requests.ts';
import {
  approved,
  chooseAgain,
  noCheckoutFound,
  restoreCheckout,
  returnedUnpaid,
  selectService,
  storeChanges,
  useCheckout,
} from './checkout-store.ts';
import { takeProviderReturn, type ProviderReturn } from '../return/provider-return.ts';
import { consumePreselection } from './preselect.ts';
import { followHistory, settleHistory } from './step-history.ts';

const { getState } = useCheckout;

/**
 * Starts the checkout in the browser: restores the stored one, then applies the URL parameters. Returns a
 * cleanup function.
 */
export function startCheckout(): () => void {
  const { service, isFromAddress } = consumePreselection();
  const providerReturn = takeProviderReturn();
  restoreCheckout({ isFromAddress });
  if (service) selectService(service);
  // After a link for a service, show the bundle with it.
  if (isFromAddress && !getState().madePayment) chooseAgain();
  if (providerReturn) applyReturn(providerReturn);
  // A payment may have succeeded while this page was closed, or in another tab.
  const { step, madePayment } = getState();
  if (step === 'payment' && !madePayment) void askForOrder();
  settleHistory();
  const stopStoring = storeChanges();
  const stopFollowing = followHistory();
  return () => {
    stopStoring();
    stopFollowing();
  };
}

/**
 * Call this after the restored checkout is rendered and before it is painted. Shows the parts that the page's
 * inline scripts hid until then.
 */
export function revealCheckout(): void {
  delete document.documentElement.dataset['restoring'];
  delete document.documentElement.dataset['website'];
  dispatchEvent(new Event('checkout-ready'));
}

/** Loaded when needed. If loading fails, Pay Now makes the same check. */
async function askForOrder(): Promise<void> {
  const part = await import('../payment/find-order.ts').catch(() => null);
  await part?.findOrder();
}

function applyReturn(back: ProviderReturn): void {
  const isStripe = back.kind === 'stripe';
  const paymentMethod = isStripe ? 'credit-card' : 'paypal';
  if (back.kind === 'cancelled') {
    returnedUnpaid(paymentMethod, LEFT_PAYPAL);
  } else if (isStripe && back.isRefused) {
    returnedUnpaid(paymentMethod, BANK_REFUSED);
  } else if (readBuyer(getState().information)) {
    const madePayment = isStripe
      ? { paymentIntentId: back.paymentIntentId }
      : { paypalOrderId: back.paypalOrderId };
    approved(paymentMethod, madePayment);
  } else {
    noCheckoutFound(NO_CHECKOUT_HERE);
  }
}

const LEFT_PAYPAL = 'You left PayPal before paying. You haven’t been charged, and your bundle is still here.';
const BANK_REFUSED =
  'Your bank didn’t confirm the payment. You haven’t been charged, and your bundle is still here.';
const NO_CHECKOUT_HERE =
  'This browser no longer has your checkout. If you approved the payment, we’ll finish your order ' +
  'automatically and email you the order number. Please don’t pay again.';
