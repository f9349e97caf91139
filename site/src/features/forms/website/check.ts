import { websiteFormFor } from '@northlight/shared/contracts/forms/website-form.ts';
import { checkWith } from '../engine/check-with.ts';

export const check = (body: object) => checkWith(websiteFormFor(body))(body);
