import { OnHoldForm } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { checkWith } from '../engine/check-with.ts';

export const check = checkWith(OnHoldForm);
