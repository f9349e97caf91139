import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { ask, common } from '../fields/questions.ts';

const labels = { ...WEBSITE_FORM_LABELS, hasNoOrder: 'I have no order yet' };

export const websiteQuestions = ask(labels, {
  name: { isRequired: true, autoComplete: 'name' },
  project: { ...common.orderNumber, isRequired: true },
  hasNoOrder: {
    help: 'Send a custom request. We contact you within 24 hours and quote a price; nothing is due now.',
  },
  email: common.email,
  referenceUrls: {
    ...common.addresses,
    help: 'Pages you would like yours to resemble, one address on each line.',
  },
  contactInfo: { help: 'Phone, e-mail and opening hours, as your visitors should read them.' },
  colors: {
    ...common.line,
    autoCapitalize: 'none',
    spellCheck: false,
    help: 'Pick them below, or describe them: warm grey, like our van.',
  },
  fonts: { ...common.line, help: 'A name, or a word such as classic, round or plain.' },
  services: { help: 'What you offer, one on each line.' },
  address: {
    autoComplete: 'street-address',
    rows: 2,
    help: 'Where the pin on the map belongs. Leave it empty for no map.',
  },
  socialMedia: { ...common.addresses, help: 'Links to your profiles, one on each line.' },
  testimonials: { help: 'What customers said, with the names you may print.' },
  text: { help: 'Anything that should stand on the page word for word.' },
  notes: { help: 'Wishes, dates, questions.' },
});
export type WebsiteName = keyof typeof websiteQuestions;
