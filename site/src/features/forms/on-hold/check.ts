import { OnHoldForm } from '@northlight/shared/contracts/on-hold-form.ts';
import { checkWith } from '../check-with.ts';

export const check = checkWith(OnHoldForm);
