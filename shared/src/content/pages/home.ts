import { drawing, line, list, picture, rich, searchResult, text, type ContentPage } from '../field.ts';

const questions = (key: string, items: readonly (readonly [question: string, answer: string])[]) =>
  list(
    key,
    ['Questions', 'question'],
    [1, 15],
    [line('question', 'Question'), rich('answer', 'Answer')],
    items,
  );

export const home: ContentPage = {
  id: 'home',
  label: 'Home',
  path: '/',
  sections: [
    searchResult(
      'home',
      '{business name}: websites, voice agents, and on-hold audio',
      'A one-page website, an AI voice agent, and on-hold audio for small businesses. Ready in days, with prices up front.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('home.heading', 'Heading', 'What customers meet before they meet you'),
        rich(
          'home.lede',
          'Text below',
          'Your page. Your phone. Your hold line. We build each one in days, with prices up front.',
        ),
        line('home.websiteButton', 'Button for a website', 'Get a website', 40),
        line('home.voiceButton', 'Button for a voice agent', 'Get a voice agent', 40),
        line('home.onholdButton', 'Button for on-hold audio', 'Get on-hold audio', 40),
        line('home.receipt', 'Title of the receipt', 'All three', 40),
      ],
    },
    {
      label: 'Services',
      fields: [
        line('home.services', 'Heading', 'Our Services'),
        drawing('home.websitePicture', 'Picture for websites'),
        rich(
          'home.websiteCard',
          'About websites',
          'One page about your business, designed and hosted for you. Live {website time} after you approve it.',
        ),
        line('home.websiteLink', 'Link to websites', 'See what’s included', 40),
        rich(
          'home.voiceCard',
          'About voice agents',
          'Answers every call and books the visit. Operational in {voice agent time}.',
        ),
        drawing('home.voicePicture', 'Picture for voice agents'),
        line('home.voiceLink', 'Link to voice agents', 'Watch it take a call', 40),
        rich(
          'home.onholdCard',
          'About on-hold audio',
          'A message for callers on hold, delivered as an MP3 within {on-hold time in words}. Up to {on-hold updates in words} updates are free.',
        ),
        picture('home.onholdPicture', 'Picture for on-hold audio, above its player', {
          size: [640, 309],
          words: 'What the picture shows',
        }),
        line('home.onholdLink', 'Link to on-hold audio', 'Hear a sample', 40),
      ],
    },
    {
      label: 'Pictures of the services',
      fields: [
        line('home.call.line', 'Call: whose phone line, and when', 'Your line, 9:40 pm', 26),
        line('home.call.caller', 'Call: the caller', 'My heat just went out.', 46),
        line('home.call.agent', 'Call: the agent', 'I can send someone at 8 tomorrow.', 46),
        line('home.call.answer', 'Call: the caller’s answer', 'Yes, eight works.', 46),
        line('home.call.booked', 'Call: what is booked', 'Booked: Tue, 8:00 am', 40),
        line('home.hold.line', 'On hold: who is called', 'Fernhill Garden Nursery, on hold', 40),
        line('home.hold.message', 'On hold: what is heard', '“Bare-root roses are in this week.”', 42),
        line('home.hold.sample', 'Sample, for screen readers', 'On-hold sample'),
        line(
          'home.share',
          'Picture beside shared links, in words',
          'Light through three window panes (blue, coral, and green) on a white wall.',
        ),
      ],
    },
    {
      label: 'What customers say',
      fields: [
        line('home.quotes', 'Heading', 'What customers say'),
        // Invented people and businesses. A live shop does not show them.
        list(
          'home.testimonials',
          ['Testimonials', 'testimonial'],
          [1, 9],
          [text('words', 'Words'), line('name', 'Name', '', 80), line('business', 'Business', '', 80)],
          [
            [
              'I sent three pages I liked and three colors. It took two rounds, and now people find the shop.',
              'Karen Whitfield',
              'Second Story Books',
            ],
            [
              'I fix roofs. I can’t pick up on a ladder. Now I come down to a list of booked visits.',
              'Marcus Delgado',
              'Delgado & Sons Roofing',
            ],
            [
              'Callers used to ask about Saturdays. Now the message tells them while they wait.',
              'Denise Okafor',
              'Lakeside Physical Therapy',
            ],
          ],
        ),
      ],
    },
    { label: 'Questions', fields: [line('home.faq', 'Heading', 'Frequently asked questions')] },
    {
      label: 'Questions about websites',
      fields: [
        line('home.websiteFaq', 'Heading', 'Websites'),
        questions('home.websiteQuestions', [
          [
            'How much does a website cost?',
            '{website price} up front, then {website monthly price} a month. Pay yearly and it’s {website yearly price} a year, so you get {website free months in words} free.',
          ],
          [
            'What’s included?',
            'One professional page, hosted for you, with up to {website revisions} design revisions before it goes live.',
          ],
          [
            'When will my site be live?',
            '{Website time in words} after you approve the design. We’ll contact you within {contact time} of receiving your form. We reply on {reply days}.',
          ],
          [
            'What do you need from me?',
            'After you pay, you’ll fill out one form: pages you like, three colors, your fonts, what you offer, where you are, and how to reach you. Your order number is in your confirmation email.',
          ],
          [
            'What if {website revisions in words} revisions aren’t enough?',
            'Add Extra Design Revisions for {revisions price}.',
          ],
          [
            'Can I get my own domain or more pages?',
            'Yes. Custom Domain Setup is {custom-domain price}. We quote additional pages first, so you know the price before we build.',
          ],
        ]),
      ],
    },
    {
      label: 'Questions about voice agents',
      fields: [
        line('home.voiceFaq', 'Heading', 'AI voice agents'),
        questions('home.voiceQuestions', [
          [
            'How much does a voice agent cost?',
            'Setup from {voice agent price}, then from {voice agent monthly price} a month. Every business is different, so we quote your exact price.',
          ],
          [
            'Who bills me?',
            'A third party that runs the platform bills you separately. A voice agent in your bundle here adds nothing to today’s total.',
          ],
          [
            'How soon can it start answering calls?',
            'It will be operational in {voice agent time}. We’ll contact you within {contact time} of your request. We reply on {reply days}.',
          ],
          [
            'How do I get started?',
            'Send the request form with your name, your business, and how to reach you. No payment needed.',
          ],
          [
            'How does it learn about my business?',
            'Add links in the notes of your request. The agent learns from those pages.',
          ],
          [
            'Do you have one for dental practices?',
            'Yes, with its own form. Choose what you need: appointment scheduling, FAQs, follow-ups, pre-screening, marketing, emergency triage, surveys, and internal support.',
          ],
        ]),
      ],
    },
    {
      label: 'Questions about on-hold audio',
      fields: [
        line('home.onholdFaq', 'Heading', 'On-hold audio'),
        questions('home.onholdQuestions', [
          ['How much does on-hold audio cost?', '{on-hold price}, one time. There are no recurring fees.'],
          [
            'When will I get it?',
            'Within {on-hold time in words}. Our audio team will contact you within {contact time} of receiving your form. We reply on {reply days}.',
          ],
          ['What kind of file do I get?', 'An MP3 of a message made for your business.'],
          ['Can I change the message later?', 'Yes. Up to {on-hold updates} updates are free.'],
          [
            'What do you need from me?',
            'Your business name, what you do, what callers should hear, and an email address.',
          ],
          [
            'Can I bundle it with a website?',
            'Yes. Add both to your bundle and pay once, by card or PayPal.',
          ],
        ]),
      ],
    },
    {
      label: 'End of the page',
      fields: [
        line('home.start', 'Heading', 'Start with the one you need today'),
        rich(
          'home.startLede',
          'Text below',
          'Add the others whenever you’re ready. Each one works on its own.',
        ),
        line('home.startWebsite', 'Button for a website', 'Start with a website', 40),
        line('home.startVoice', 'Button for a voice agent', 'Start with a voice agent', 40),
        line('home.startOnhold', 'Button for on-hold audio', 'Start with on-hold audio', 40),
      ],
    },
  ],
};
