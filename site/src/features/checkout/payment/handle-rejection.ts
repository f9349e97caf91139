import { fieldErrors } from '../../../lib/api-client.ts';
import { refusePromo } from '../summary/apply-promo.ts';
import { informationRejected } from '../state/checkout-store.ts';
import { isInformationName } from '../information/information-fields.ts';
import { moveTo } from '../state/step-history.ts';

/** Leads to what the server found wrong with the draft. False when it named nothing that the buyer can mend. */
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
