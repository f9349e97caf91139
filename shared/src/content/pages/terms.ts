import { line, list, rich, searchResult, type ContentPage } from '../field.ts';

export const terms: ContentPage = {
  id: 'terms',
  label: 'Terms',
  path: '/terms',
  sections: [
    searchResult('terms', 'Terms · {business name}', 'The terms of orders at {business name}.'),
    {
      label: 'Your terms. Buyers must accept them in the checkout and with a quote, once there is a section.',
      fields: [
        line('terms.heading', 'Heading', 'Terms'),
        line('terms.none', 'Text without sections', 'We have no terms of our own.'),
        list(
          'terms.sections',
          ['Sections', 'section'],
          [0, 30],
          [line('heading', 'Heading'), rich('words', 'Text', '', 4_000)],
          [],
        ),
      ],
    },
  ],
};
