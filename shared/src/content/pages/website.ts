import { drawing, features, line, rich, searchResult, steps, type ContentPage } from '../field.ts';

export const website: ContentPage = {
  id: 'website',
  label: 'Website',
  path: '/website',
  sections: [
    searchResult(
      'website',
      'One-page website · {business name}',
      'One professional page about your business, designed and hosted. Up to {website revisions in words} revisions, and live {website time} after you approve it.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('website.heading', 'Heading', 'One good page'),
        rich(
          'website.lede',
          'Text below',
          'What you do, where you are, and how to reach you. Designed around your business and hosted for you.',
        ),
        drawing('website.picture', 'Picture'),
        line('website.start', 'Button', 'Build your package', 40),
        line(
          'website.share',
          'Picture beside shared links, in words',
          'A small browser window showing a bakery’s website.',
        ),
      ],
    },
    {
      label: 'Package',
      fields: [
        line('website.package', 'Heading', 'Your package'),
        line(
          'website.summary',
          'Summary, in the checkout',
          'One professional page, written, designed, and hosted for you.',
        ),
        features('website.features', [
          'One page, designed around your business',
          'Hosting included',
          'Up to {website revisions} design revisions',
          'Live {website time} after you approve it',
        ]),
        line('website.billing', 'Question about billing', 'How would you like to be billed?'),
        line('website.monthly', 'Monthly billing', 'Monthly', 24),
        line('website.monthlyPrice', 'Price of monthly billing', '{website monthly price} a month', 40),
        line('website.yearly', 'Yearly billing', 'Yearly', 24),
        line('website.yearlyPrice', 'Price of yearly billing', '{website yearly price} a year', 40),
        line('website.freeMonths', 'Tag of yearly billing', '{website free tag}', 24),
        line('website.saving', 'Saving of yearly billing', 'Save {website yearly saving}', 40),
        line('website.extras', 'Question about add-ons', 'Want to add anything?'),
        line('website.add', 'Button below the receipt', 'Add to Your Package', 40),
        rich(
          'website.note',
          'Note below the button',
          'Next, you’ll enter your details, then pay by card or PayPal. Need something different? [Send a detailed custom request](/website-form).',
        ),
        line('website.checkout', 'Button at the bottom of a phone', 'Go to checkout', 24),
      ],
    },
    {
      label: 'How it works',
      fields: [
        line('website.stepsHeading', 'Heading', 'From order to launch'),
        steps('website.steps', [
          ['Pay', 'Pay by card or PayPal. Your confirmation email has your order number.'],
          [
            'Tell us about it',
            'Fill out one form: pages you like, three colors, what you offer, and where you are. We’ll contact you within {contact time}. We reply on {reply days}.',
          ],
          ['Revise', 'You’ll see the design. {Website revisions in words} rounds of changes are included.'],
          ['Go live', 'Your page goes live {website time} after you approve it.'],
        ]),
      ],
    },
  ],
};
