import * as z from 'zod/mini';
import { emailAddress, line, text } from '../texts.ts';
import { formMeta, MAX_ANSWER_LENGTH, OrderNumber } from './form-fields.ts';

const shortAnswer = z._default(line(500), '');
const longAnswer = z._default(text(MAX_ANSWER_LENGTH), '');

const answers = {
  name: line(200, 'Name is required'),
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
};

export const WebsiteOrderForm = z.object({
  ...answers,
  hasNoOrder: z.optional(z.literal(false, 'hasNoOrder must be true or false')),
  project: OrderNumber,
});
export const CustomRequest = z.object({ ...answers, hasNoOrder: z.literal(true) });

/**
 * The schema for a website form. `project` is the order number as typed by the customer; the output has the
 * prefix. With `hasNoOrder`, the form is a custom request and `project` is ignored. A zod union of the two
 * would add a kilobyte to the page.
 */
export function websiteFormFor(body: unknown): z.ZodMiniType<WebsiteForm> {
  const isRequest =
    typeof body === 'object' && body !== null && 'hasNoOrder' in body && body.hasNoOrder === true;
  return isRequest ? CustomRequest : WebsiteOrderForm;
}
export type WebsiteForm = z.infer<typeof WebsiteOrderForm> | z.infer<typeof CustomRequest>;
export type WebsiteFormInput = (z.input<typeof WebsiteOrderForm> | z.input<typeof CustomRequest>) & {
  orderNumber?: string;
};

/** The label of each answer, in form order. The page does not ask for the last ones. */
export const WEBSITE_FORM_LABELS = {
  name: 'Full name',
  project: 'Order number',
  email: 'Email',
  referenceUrls: 'URLs of 1-page sites to clone',
  contactInfo: 'Contact info',
  colors: 'Preferred colors (choose 3)',
  fonts: 'Preferred fonts',
  services: 'Services offered',
  address: 'Address for maps',
  socialMedia: 'Social media',
  testimonials: 'Testimonials',
  text: 'Other website text',
  notes: 'Anything else',
  description: 'Description',
  deadline: 'Deadline',
  package: 'Package',
  hosting: 'Hosting',
  billing: 'Billing',
  addons: 'Add-ons',
} as const satisfies Partial<Record<keyof WebsiteForm | 'project', string>>;
