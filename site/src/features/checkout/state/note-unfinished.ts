import type { SentCheckout } from '@northlight/shared/contracts/unfinished-checkouts.ts';
import { harmless, sendLater } from '@northlight/shared/ui/page-faults.ts';
import { cameFrom } from '../../../lib/visit/visit.ts';
import { listen, useCheckout } from './checkout-store.ts';

/**
 * Tells the server how far the checkout has come from the second step on. What the customer typed goes along only
 * if they want a link to finish. Returns a cleanup function.
 */
export function noteUnfinished(): () => void {
  let sent = '';
  const note = () => {
    const { step, isDone, isRestored, madePayment, wantsLink, information, promo, ...state } =
      useCheckout.getState();
    if (step === 'services' || isDone || !isRestored || madePayment) return;
    const { checkoutId, serviceIds, addonIds, isYearly } = state;
    const body: SentCheckout = {
      checkoutId,
      step: step === 'info' ? 'information' : 'payment',
      serviceIds,
      addonIds,
      isYearly,
      promoCode: promo?.code ?? '',
      information: wantsLink ? information : null,
      cameFrom: cameFrom(),
    };
    const text = JSON.stringify(body);
    if (text === sent) return;
    sent = text;
    // Nothing waits for it, and nothing is lost without it.
    sendLater('/api/unfinished-checkout', body);
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') harmless('unfinished', note);
  };
  document.addEventListener('visibilitychange', onHidden);
  const stop = listen('unfinished', (now, before) => {
    if (now.step !== before.step || now.wantsLink !== before.wantsLink) note();
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onHidden);
  };
}
