import { line, rich, searchResult, text, type ContentPage } from '../field.ts';

export const afterwards: readonly ContentPage[] = [
  {
    id: 'checkout',
    label: 'Checkout',
    path: '/checkout',
    sections: [
      searchResult(
        'checkout',
        'Checkout · {business name}',
        'Choose your services, tell us about your business, and pay, all in three short steps.',
      ),
    ],
  },
  {
    id: 'form-thank-you',
    label: 'After a form',
    path: '/form-thank-you',
    sections: [
      searchResult(
        'form-thank-you',
        'Thank you for your submission · {business name}',
        'We’ve received your request. Here’s its number and what happens next.',
      ),
      {
        label: 'Page',
        fields: [
          line('form-thank-you.heading', 'Heading', 'Thank You for Your Submission!'),
          line('form-thank-you.next', 'Heading of the steps', 'Next steps'),
          text(
            'form-thank-you.confirm',
            'If the sender must confirm the form',
            'Please open the email that we’ve just sent you and confirm that this form is yours. We start once you have.',
          ),
          text(
            'form-thank-you.review',
            'First step',
            'We’ll review your request within {contact time}. We reply on {reply days}.',
          ),
          text('form-thank-you.contact', 'Second step', 'Your project manager will contact you.'),
          text(
            'form-thank-you.website',
            'Last step of a website',
            'Your website goes live {website time} after you approve it.',
          ),
          text(
            'form-thank-you.voice',
            'Last step of a voice agent',
            'Your voice agent will be operational in {voice agent time}.',
          ),
          line('form-thank-you.number', 'Label of the number', 'Request number', 40),
          line('form-thank-you.order', 'Button to the order', 'See your order', 40),
          line('form-thank-you.home', 'Button to the home page', 'Return to Homepage', 40),
          line('form-thank-you.nothing', 'Heading without a request', 'No request found'),
          text(
            'form-thank-you.nothingText',
            'Text without a request',
            'This link doesn’t include a request. We’ll take you to the homepage in 3 seconds.',
          ),
        ],
      },
    ],
  },
  {
    id: 'not-found',
    label: 'Page not found',
    path: '/404',
    sections: [
      searchResult('not-found', '404 Page Not Found · {business name}', 'This page doesn’t exist.'),
      {
        label: 'Page',
        fields: [
          line('not-found.heading', 'Heading', '404 Page Not Found'),
          rich('not-found.joke', 'Text below', 'Did you forget to add the page to the router?'),
          line('not-found.page', 'First row of the receipt', 'This page', 40),
          line('not-found.missing', 'First row, on the right', 'Not found', 40),
          line('not-found.due', 'Second row of the receipt', 'Due today', 40),
          rich(
            'not-found.help',
            'Help',
            'The link may be out of date or mistyped. Nothing you entered has been lost.',
          ),
          line('not-found.home', 'Button', 'Go to homepage', 40),
        ],
      },
    ],
  },
];
