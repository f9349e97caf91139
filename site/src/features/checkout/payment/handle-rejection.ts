import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';
import { fieldErrors } from '../../../lib/api-client.ts';
import { storeFlashToast } from '../../../lib/flash-toast.ts';
import { refusePromo } from '../summary/apply-promo.ts';
import {
  exemptionEnded,
  informationRejected,
  notify,
  promoRejected,
  useCheckout,
} from '../state/checkout-store.ts';
import { isInformationName } from '../state/information-fields.ts';
import { fetchPaymentOptions } from './fetch-payment-options.ts';
import { moveTo } from '../state/step-history.ts';

const OUTDATED = new Set(['prices_changed', 'service_closed', 'payments_changed']);

/** The shop changed since this page was opened. A new page shows how, with everything that was entered. */
export const isOutdated = (error: unknown): error is CallError =>
  error instanceof CallError && OUTDATED.has(error.response?.code ?? '');

export const outdatedToast = (error: CallError): ToastMessage => ({
  title: 'Please check your order',
  description: failureText(error, 'The shop has changed.', 'The shop has changed.'),
  isError: true,
});

/**
 * Opens the step with the fields that the server rejected. False when it named nothing the customer can fix.
 */
export function handleRejection(error: unknown): boolean {
  if (isOutdated(error)) {
    // The payment step of the new page shows it.
    storeFlashToast(outdatedToast(error));
    location.reload();
    return true;
  }
  if (error instanceof CallError && error.response?.code === 'exemption_ended') {
    exemptionEnded();
    show(error.response.message);
    return true;
  }
  if (error instanceof CallError && error.response?.code === 'payments_closed') {
    // The step then says so.
    void fetchPaymentOptions().catch(() => show(error.response?.message ?? ''));
    return true;
  }
  const errors = fieldErrors(error);
  const names = Object.keys(errors);
  if (names.includes('promoCode')) {
    refusePromo(errors['promoCode']);
    // Continuing goes on without it.
    promoRejected('You can continue without a code.');
    const { promoText } = useCheckout.getState();
    show(
      `${promoText} can’t be used, so we removed it from your total. You haven’t been charged, and everything you entered is still here.`,
    );
    return true;
  }
  if (names.some(isInformationName)) {
    informationRejected(errors);
    moveTo('info');
    return true;
  }
  return false;
}

/** At the top, where the new total is, too. The button that was pressed is far below on a phone. */
export function show(notice: string): void {
  notify(notice);
  document.querySelector('.checkout-notice')?.scrollIntoView({ block: 'center' });
}
