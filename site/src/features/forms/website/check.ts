import { WebsiteForm } from '@northlight/shared/contracts/website-form.ts';
import { checkWith } from '../check-with.ts';

export const check = checkWith(WebsiteForm);
