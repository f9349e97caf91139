import { line, list, rich, searchResult, text, type ContentPage } from '../field.ts';

const BOOKS = 'For as long as tax law requires';

export const privacy: ContentPage = {
  id: 'privacy',
  label: 'Privacy',
  path: '/privacy',
  sections: [
    searchResult(
      'privacy',
      'Privacy · {business name}',
      'What {business name} stores about you, why, and for how long.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('privacy.heading', 'Heading', 'Privacy'),
        rich(
          'privacy.lede',
          'Text below',
          'This page explains what we store about you, why, how long we keep it, and how to get a copy or have it deleted.',
        ),
      ],
    },
    {
      label: 'Who is responsible',
      fields: [
        line('privacy.who', 'Heading', 'Who is responsible'),
        rich(
          'privacy.whoText',
          'Text',
          '{business name and address}. Email [{business email}](mailto:{business email}){or by phone}.',
        ),
      ],
    },
    {
      label: 'What we store',
      fields: [
        line('privacy.stored', 'Heading', 'What we store, and for how long'),
        list(
          'privacy.kept',
          ['Kinds of data', 'kind of data'],
          [1, 20],
          [text('what', 'What is stored'), line('how', 'For how long')],
          [
            [
              'Orders: your name, contact details, billing address, what you bought, what you paid, the network you paid from, and the link that brought you here',
              BOOKS,
            ],
            ['Quotes that you accepted: what we offered you, your name, the time, and the network', BOOKS],
            [
              'Quotes that became no order, and your messages about them',
              '{answers kept for} after the last change',
            ],
            [
              'Your answers to our forms, your messages, and your files',
              '{answers kept for} after the last one',
            ],
            [
              'A checkout that you didn’t finish, and what you typed if you asked for a link to finish it',
              '{unfinished checkouts kept for}',
            ],
            ['Copies of the emails we sent you', '{emails kept for}'],
            ['Forms that our spam filter held back', '{spam kept for}'],
            ['Messages from payment providers about your payment', '{payment messages kept for}'],
            ['Counts of visits, which don’t identify you', '400 days'],
            [
              'What we sent to other services we use, such as your order number, name, and email',
              '{webhooks kept for}',
            ],
          ],
        ),
        rich(
          'privacy.use',
          'Text below',
          'We delete each backup when it expires. We use your details to handle your order or request. We don’t sell them, and we don’t share them with advertisers.',
        ),
      ],
    },
    {
      label: 'Who else sees it',
      fields: [
        line('privacy.others', 'Heading', 'Who else sees your data'),
        list(
          'privacy.recipients',
          ['Recipients', 'recipient'],
          [1, 20],
          [rich('words', 'Recipient', '', 400)],
          [
            'Stripe or PayPal, whichever you pay with. Your card number goes straight to them. We never see or store it.',
            'Mailchimp, if you sent us a website or voice agent form. It emails you an invitation to our mailing list, and you join only if you accept.',
            'Other services we use to do our work, such as Zapier or Slack. They may get your order number, name, email, and business name.',
            'The companies that run our server and deliver our email, on our behalf.',
          ].map((words) => [words]),
        ),
      ],
    },
    {
      label: 'More sections',
      fields: [
        list(
          'privacy.sections',
          ['Sections', 'section'],
          [1, 12],
          [line('heading', 'Heading'), rich('words', 'Text', '', 2000)],
          [
            [
              'Cookies and counting',
              'We don’t set any cookies when you shop here. Your browser saves what you type and choose, your order confirmation, and the link that brought you here. This data stays on your device, so that you don’t lose anything when you reload. Starting with the second step of the checkout, we also store what you chose and how far you got. We count how many visits reach our offers, reach each step of the checkout, and end in an order. The counts don’t identify you. We don’t use an analytics service. Stripe and PayPal may set cookies that they need to prevent fraud while you pay.',
            ],
            [
              'Your rights',
              'Email us from the address you ordered with to get a copy of everything we store about you, or to have it corrected or deleted. If we delete it, only order numbers, amounts, states, and countries stay in our books. Existing backups keep your data until they expire. You can also complain to the data protection authority where you live.',
            ],
          ],
        ),
      ],
    },
  ],
};
