import { fieldErrors } from '../../../lib/api-client.ts';
import { refusePromo } from '../summary/apply-promo.ts';
import { informationRejected, notify, promoRejected, useCheckout } from '../state/checkout-store.ts';
import { isInformationName } from '../state/information-fields.ts';
import { moveTo } from '../state/step-history.ts';

/**
 * Opens the step with the fields that the server rejected. False when it named nothing the customer can fix.
 */
export function handleRejection(error: unknown): boolean {
  const errors = fieldErrors(error);
  const names = Object.keys(errors);
  if (names.includes('promoCode')) {
    refusePromo(errors['promoCode']);
    // Continuing goes on without it.
    promoRejected('You can continue without a code.');
    const { promoText } = useCheckout.getState();
    notify(
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
