import { readBuyer } from './checkout-draft.ts';
import { restoreCheckout, selectService, stepTowards, storeChanges, useCheckout } from './checkout-store.ts';
import { takePaypalReturn, type PaypalReturn } from './paypal-return.ts';
import { takePreselection } from './preselect.ts';
import { followHistory, settleHistory } from './step-history.ts';

const { getState, setState } = useCheckout;

/** When the page runs: the stored checkout, then what the address asks for. Gives back its end. */
export function startCheckout(): () => void {
  const { service, isFromAddress } = takePreselection();
  const paypalReturn = takePaypalReturn();
  restoreCheckout();
  if (service) selectService(service);
  // Who comes by a link for a service wants to see it in the bundle.
  if (isFromAddress && !getState().madePayment) setState({ step: 'services' });
  if (paypalReturn) applyPaypalReturn(paypalReturn);
  settleHistory();
  const endStoring = storeChanges();
  const endFollowing = followHistory();
  // The first change is what was just restored: from now on the checkout has its id.
  setState({});
  return () => {
    endStoring();
    endFollowing();
  };
}

/** To be called when the restored checkout is in the page and not yet painted: lets go what the page's first scripts held. */
export function revealCheckout(): void {
  delete document.documentElement.dataset['restoring'];
  delete document.documentElement.dataset['website'];
  dispatchEvent(new Event('checkout-ready'));
}

function applyPaypalReturn(paypalReturn: PaypalReturn): void {
  if (paypalReturn.kind === 'cancelled') {
    setState({
      step: stepTowards('payment'),
      paymentMethod: 'paypal',
      notice: 'You left PayPal before paying. Nothing was charged, and your bundle is as you left it.',
    });
  } else if (readBuyer(getState().information)) {
    setState({
      step: 'payment',
      paymentMethod: 'paypal',
      madePayment: { paypalOrderId: paypalReturn.paypalOrderId },
    });
  } else {
    setState({
      step: 'services',
      notice:
        'This browser no longer holds your checkout. If you approved the payment at PayPal, your order completes ' +
        'by itself and its number comes by e-mail. Please do not pay again.',
    });
  }
}
