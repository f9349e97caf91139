import {
  captions,
  features,
  line,
  picture,
  rich,
  searchResult,
  steps,
  video,
  type ContentPage,
} from '../field.ts';

export const voice: ContentPage = {
  id: 'voice',
  label: 'Voice agent',
  path: '/voice-agent',
  sections: [
    searchResult(
      'voice',
      'AI voice agent · {business name}',
      'A voice agent that answers your phone, books appointments, and takes messages. Operational in {voice agent time}.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('voice.heading', 'Heading', 'Someone always picks up'),
        rich(
          'voice.lede',
          'Text below',
          'At lunch, on a ladder, at a quarter to eight. The voice agent answers, books the visit, and lets you know.',
        ),
        line('voice.start', 'Button', 'Get Started', 40),
        line(
          'voice.share',
          'Picture beside shared links, in words',
          'An evening phone call: the voice agent books a visit for eight in the morning.',
        ),
      ],
    },
    {
      label: 'Video',
      fields: [
        video('voice.video', 'Video'),
        captions('voice.captions', 'Captions of the video'),
        picture('voice.poster', 'Picture before the video plays', { size: [896, 504] }),
      ],
    },
    {
      label: 'Price',
      fields: [
        line('voice.offer', 'Heading', 'What it does and who bills you'),
        line(
          'voice.summary',
          'Summary, in the checkout',
          'Answers your phone day and night, and books appointments.',
        ),
        features('voice.features', [
          'Answers every call, even at night',
          'Books appointments and takes messages',
          'Learns from your own pages and notes',
          'Operational in {voice agent time}',
        ]),
        rich(
          'voice.billing',
          'Who bills',
          'Every business is different, so we quote your exact price. A third party runs the platform and bills you separately: setup from {voice agent price}, then from {voice agent monthly price} a month. You pay nothing here.',
        ),
        rich(
          'voice.practices',
          'Note for dental practices',
          'Run a dental practice? [See a day of calls](/dental-practice).',
        ),
        line('voice.receipt', 'Title of the receipt', 'What you pay here', 40),
      ],
    },
    {
      label: 'How it works',
      fields: [
        line('voice.stepsHeading', 'Heading', 'From request to first call'),
        steps('voice.steps', [
          ['Request', 'Send the request form, with links to the pages your agent should learn from.'],
          ['Talk', 'We’ll contact you within {contact time} and quote your price. We reply on {reply days}.'],
          ['Go live', 'Your agent will be operational in {voice agent time}.'],
        ]),
      ],
    },
  ],
};
