import type { WebsiteSubmission } from '../../contracts/submissions.ts';
import { WEBSITE_FORM_LABELS as LABELS } from '../../contracts/forms/website-form.ts';
import { fileNameOf, partsOf, type Brief } from './brief.ts';

/** The fields in the order in which a page is built. */
const BUILD_ORDER = [
  'referenceUrls',
  'colors',
  'fonts',
  'text',
  'services',
  'testimonials',
  'address',
  'contactInfo',
  'socialMedia',
  'description',
  'notes',
  'deadline',
] as const;

/** The fields that the form asks for. The others come from elsewhere. */
const FORM_FIELDS: ReadonlySet<string> = new Set(
  BUILD_ORDER.filter((name) => name !== 'description' && name !== 'deadline'),
);

/** The build sheet for a website. */
export function websiteBrief(submission: WebsiteSubmission): Brief {
  const { orderNumber, name, email } = submission;
  return {
    fileName: fileNameOf(orderNumber, name, 'website'),
    title: `Website build sheet ${orderNumber}: ${name}`,
    parts: partsOf([
      { heading: 'Customer', text: `${name}\n${email}` },
      ...BUILD_ORDER.map((field) => ({ heading: LABELS[field], text: submission[field] })),
      { heading: 'Hosting', text: 'One page, hosted by us' },
    ]),
    missing: BUILD_ORDER.filter((field) => FORM_FIELDS.has(field) && !submission[field].trim()).map(
      (field) => LABELS[field],
    ),
  };
}
