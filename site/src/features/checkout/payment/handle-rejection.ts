import { fieldErrors } from '../../../lib/api-client.ts';
import { refusePromo } from '../summary/apply-promo.ts';
import { informationRejected } from '../state/checkout-store.ts';
import { isInformationName } from '../information/information-fields.ts';
import { moveTo } from '../state/step-history.ts';

/**
 * Opens the step with the fields that the server rejected. False when it named nothing the customer can fix.
 */
export function handleRejection(error: unknown): boolean {
  const errors = fieldErrors(error);
  const names = Object.keys(errors);
  if (names.includes('promoCode')) {
    refusePromo();
    return true;
  }
  if (names.some(isInformationName)) {
    informationRejected(errors);
    moveTo('info');
    return true;
  }
  return false;
}
