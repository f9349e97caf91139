import { websiteFormFor } from '@northlight/shared/contracts/website-form.ts';
import { checkWith } from '../check-with.ts';

export const check = (body: object) => checkWith(websiteFormFor(body))(body);
