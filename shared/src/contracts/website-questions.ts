import type { WebsiteForm } from './website-form.ts';

/** What people call each answer, in the order of the form; the last are not asked there. */
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
} as const satisfies Partial<Record<keyof WebsiteForm, string>>;
