import type { WebsiteSubmission } from '../../contracts/submissions.ts';
import { WEBSITE_FORM_LABELS as LABELS } from '../../contracts/forms/website-form.ts';
import { fileNameOf, partsOf, type Brief } from './brief.ts';

type Name = keyof typeof LABELS;

/** These come first, in the order in which a page is built. */
const FIRST: readonly Name[] = [
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
];
const HEAD = new Set<Name>(['name', 'project', 'email', 'package', 'hosting', 'billing', 'addons']);
/** All that a page is built from. A question that was just added is among them. */
const BUILD_ORDER = [...new Set([...FIRST, ...(Object.keys(LABELS) as Name[])])].filter(
  (name) => !HEAD.has(name),
);
/** The form does not ask for these. */
const NOT_ASKED = new Set<Name>(['description', 'deadline']);

/** The build sheet for a website. */
export function websiteBrief(submission: WebsiteSubmission): Brief {
  const { orderNumber, name, email } = submission;
  return {
    fileName: fileNameOf(orderNumber, name, 'website'),
    title: `Website build sheet ${orderNumber}: ${name}`,
    parts: partsOf([
      { heading: 'Customer', text: `${name}\n${email}` },
      ...BUILD_ORDER.map((field) => ({ heading: LABELS[field], text: String(submission[field] ?? '') })),
      { heading: 'Hosting', text: 'One page, hosted by us' },
    ]),
    missing: BUILD_ORDER.filter(
      (field) => !NOT_ASKED.has(field) && String(submission[field] ?? '').trim() === '',
    ).map((field) => LABELS[field]),
  };
}
