import { DentalForm } from '@northlight/shared/contracts/forms/dental-form.ts';
import { checkWith } from '../engine/check-with.ts';

export const check = checkWith(DentalForm);
