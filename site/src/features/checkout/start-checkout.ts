import { countStep, takeFromAddress, takeLinkedPromo } from '../../lib/visit/visit.ts';
import { applyPromo } from './summary/apply-promo.ts';
import { draftOf, onceChecked } from './state/checkout-requests.ts';
import {
  approved,
  chooseAgain,
  listen,
  noCheckoutFound,
  promoRemoved,
  promoTyped,
  restoreCheckout,
  returnedUnpaid,
  selectService,
  showStep,
  storeChanges,
  useCheckout,
} from './state/checkout-store.ts';
import { isQuote, orderPageOf } from '../../lib/order-page.ts';
import {
  clearProgress,
  emptyProgress,
  readProgress,
  writeProgress,
  type Progress,
} from './state/checkout-progress.ts';
import { takeProviderReturn, type ProviderReturn } from './return/provider-return.ts';
import { noteUnfinished } from './state/note-unfinished.ts';
import { consumePreselection } from './state/preselect.ts';
import { followHistory, settleHistory } from './state/step-history.ts';

const { getState } = useCheckout;

/** Starts the checkout in the browser, if need be after its checks have loaded. Returns a cleanup function. */
export function startCheckout(): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  onceChecked(() => {
    if (!isOver) stop = start();
  });
  return () => {
    isOver = true;
    stop?.();
  };
}

/** Restores the stored checkout, then applies the URL parameters. Returns a cleanup function. */
function start(): () => void {
  const { addon } = readProgress();
  // Providers send everybody here, and a quote is paid on its own page.
  if (addon && isQuote(addon.order)) {
    if (/paypal=|stripe=/.test(location.search)) {
      location.replace(`${orderPageOf(addon)}&${location.search.slice(1)}`);
      return () => {};
    }
    clearProgress();
  }
  const { service, isFromAddress } = consumePreselection();
  const providerReturn = takeProviderReturn();
  // A reload finds it again.
  if (providerReturn && addon) history.replaceState(history.state, '', '/checkout?addon');
  restoreCheckout({ isFromAddress });
  if (service) selectService(service);
  // After a link for a service, show the bundle with it.
  if (isFromAddress && !getState().madePayment) chooseAgain();
  if (providerReturn) applyReturn(providerReturn);
  // A payment may have succeeded while this page was closed, or in another tab.
  const { step, madePayment } = getState();
  if (step === 'payment' && !madePayment) void askForOrder();
  const linkedPromo = takeLinkedPromo();
  if (linkedPromo && !madePayment) void applyLinkedPromo(linkedPromo);
  const resumeKey = takeFromAddress('resume');
  if (resumeKey && !madePayment) {
    chooseAgain();
    void resume(resumeKey);
  }
  settleHistory();
  const stops = [noteUnfinished(), countSteps(), storeChanges(), followHistory()];
  return () => stops.forEach((stop) => stop());
}

/** Opens the payment of an accepted quote on its own page, or continues it. Returns a cleanup function. */
export function startQuotePayment(checkoutId: string, addon: NonNullable<Progress['addon']>): () => void {
  const providerReturn = takeProviderReturn();
  const stored = readProgress();
  writeProgress({ ...(stored.checkoutId === checkoutId ? stored : emptyProgress), checkoutId, addon });
  restoreCheckout();
  // The customer goes on there, so its heading takes the focus.
  showStep('payment');
  if (providerReturn) applyReturn(providerReturn);
  else if (!getState().madePayment) void askForOrder();
  return storeChanges();
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

/** Counts each step as it is reached. Robots reach the first, so nothing counts before somebody acts. */
function countSteps(): () => void {
  return listen('visit', ({ step, serviceIds }) => {
    // Firefox before 120 doesn't know, and counts.
    if (navigator.userActivation?.hasBeenActive ?? true)
      countStep(step === 'info' ? 'information' : step, serviceIds);
  });
}

/** Loaded when needed. If loading fails, the link still works later. */
async function resume(key: string): Promise<void> {
  const part = await import('./return/resume-checkout.ts').catch(() => null);
  await part?.resumeCheckout(key);
}

/** The code of a link counts, whatever was applied before. */
async function applyLinkedPromo(code: string): Promise<void> {
  promoRemoved();
  promoTyped(code);
  await applyPromo(code);
}

/** Loaded when needed. If loading fails, Pay Now makes the same check. */
async function askForOrder(): Promise<void> {
  const part = await import('./payment/place-order.ts').catch(() => null);
  await part?.findOrder();
}

function applyReturn(back: ProviderReturn): void {
  const isStripe = back.kind === 'stripe';
  const paymentMethod = isStripe ? 'credit-card' : 'paypal';
  if (back.kind === 'canceled') {
    returnedUnpaid(paymentMethod, LEFT_PAYPAL);
  } else if (isStripe && back.isRefused) {
    returnedUnpaid(paymentMethod, BANK_REFUSED);
  } else if (draftOf(getState())) {
    const madePayment = isStripe
      ? { paymentIntentId: back.paymentIntentId }
      : { paypalOrderId: back.paypalOrderId };
    approved(paymentMethod, madePayment);
  } else {
    noCheckoutFound(NO_CHECKOUT_HERE);
    if (!isStripe) void lookForOrder(back.paypalOrderId);
  }
}

/** If loading fails, the notice stays, which is right in any case. */
async function lookForOrder(paypalOrderId: string): Promise<void> {
  const part = await import('./return/placed-order.tsx').catch(() => null);
  await part?.lookForOrder(paypalOrderId);
}

const LEFT_PAYPAL = 'You left PayPal before paying. You haven’t been charged, and your bundle is still here.';
const BANK_REFUSED =
  'Your bank didn’t confirm the payment. You haven’t been charged, and your bundle is still here.';
const NO_CHECKOUT_HERE =
  'This browser no longer has your checkout. If you approved the payment, we’ll finish your order ' +
  'automatically and email you the order number. Please don’t pay again.';
