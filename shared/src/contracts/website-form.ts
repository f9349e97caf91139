import * as z from 'zod/mini';
import { formMeta, LONGEST_ANSWER } from './forms.ts';
import { OrderNumber } from './orders.ts';
import { emailAddress, line, text } from './texts.ts';

export { WEBSITE_FORM_LABELS } from './website-questions.ts';

const shortAnswer = z._default(line(500), '');
const longAnswer = z._default(text(LONGEST_ANSWER), '');

/** The website order form. `project` is the order number as the buyer types it; what comes out has its prefix. */
export const WebsiteForm = z.object({
  name: line(200, 'Name is required'),
  project: OrderNumber,
  email: emailAddress('Invalid email address'),
  referenceUrls: longAnswer,
  contactInfo: longAnswer,
  colors: shortAnswer,
  fonts: shortAnswer,
  services: longAnswer,
  address: longAnswer,
  socialMedia: longAnswer,
  testimonials: longAnswer,
  text: longAnswer,
  notes: longAnswer,
  description: longAnswer,
  deadline: shortAnswer,
  package: z.literal('1-page', 'Please select a package'),
  hosting: z.literal('hosted', 'Please select a hosting option'),
  billing: z._default(z.enum(['monthly', 'yearly'], 'Please select a billing cycle'), 'monthly'),
  addons: z._default(z.array(z.enum(['revisions', 'additional-pages'], 'Unknown add-on')), []),
  ...formMeta,
});
export type WebsiteForm = z.infer<typeof WebsiteForm>;
export type WebsiteFormInput = z.input<typeof WebsiteForm> & { orderNumber?: string };
