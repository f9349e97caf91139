import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { area, ask, common } from '../fields/questions.ts';

export const websiteQuestions = ask(
  { ...WEBSITE_FORM_LABELS, hasNoOrder: 'I don’t have an order yet' },
  [
    [
      'You and your order',
      {
        name: { isRequired: true, autoComplete: 'name' },
        project: { ...common.orderNumber, isRequired: true },
        hasNoOrder: {
          kind: 'box',
          help: 'Send a custom request. We’ll contact you within 24 hours and quote a price. We reply on business days. Nothing is due now.',
        },
        email: common.email,
      },
    ],
    [
      'How it should look',
      {
        referenceUrls: {
          ...common.addresses,
          help: 'Pages you’d like yours to resemble, one link per line.',
        },
        contactInfo: area('Phone, email, and hours, the way visitors should see them.'),
        colors: {
          autoCapitalize: 'none',
          spellCheck: false,
          help: 'Pick them below, or describe them. For example, warm gray, like our van.',
        },
        fonts: { help: 'A font name, or a word such as classic, round, or plain.' },
      },
    ],
    [
      'What it should say',
      {
        services: area('What you offer, one item per line.'),
        address: {
          ...area('Where to put the pin on the map. Leave blank for no map.'),
          autoComplete: 'street-address',
          rows: 2,
        },
        socialMedia: { ...common.addresses, help: 'Links to your profiles, one per line.' },
        testimonials: area('What customers have said, with names you have permission to use.'),
        text: area('Anything that should appear on the page word for word.'),
        notes: area('Requests, dates, or questions.'),
      },
    ],
  ],
  { label: 'Logo and pictures', help: 'Choose files, drop them here, or paste a picture. Up to 25 MB each.' },
);
