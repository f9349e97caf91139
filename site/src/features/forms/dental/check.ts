import { DentalForm } from '@northlight/shared/contracts/dental-form.ts';
import { checkWith } from '../check-with.ts';

export const check = checkWith(DentalForm);
