import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { ask, common } from '../fields/questions.ts';

const labels = {
  ...WEBSITE_FORM_LABELS,
  hasNoOrder: 'I don’t have an order yet',
  files: 'Logo and pictures',
};

export const websiteQuestions = ask(labels, {
  name: { isRequired: true, autoComplete: 'name' },
  project: { ...common.orderNumber, isRequired: true },
  hasNoOrder: {
    help: 'Send a custom request. We’ll contact you within 24 hours and quote a price. Nothing is due now.',
  },
  email: common.email,
  referenceUrls: {
    ...common.addresses,
    help: 'Pages you’d like yours to resemble, one link per line.',
  },
  contactInfo: { help: 'Phone, email, and hours, the way visitors should see them.' },
  colors: {
    ...common.line,
    autoCapitalize: 'none',
    spellCheck: false,
    help: 'Pick them below, or describe them. For example, warm gray, like our van.',
  },
  fonts: { ...common.line, help: 'A font name, or a word such as classic, round, or plain.' },
  services: { help: 'What you offer, one item per line.' },
  address: {
    autoComplete: 'street-address',
    rows: 2,
    help: 'Where to put the pin on the map. Leave blank for no map.',
  },
  socialMedia: { ...common.addresses, help: 'Links to your profiles, one per line.' },
  testimonials: { help: 'What customers have said, with names you have permission to use.' },
  text: { help: 'Anything that should appear on the page word for word.' },
  notes: { help: 'Requests, dates, or questions.' },
  files: {
    help: 'Choose files, drop them here, or paste a picture. Up to 25 MB each.',
  },
});
export type WebsiteName = keyof typeof websiteQuestions;
