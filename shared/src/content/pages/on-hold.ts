import { audio, captions, features, line, rich, searchResult, steps, type ContentPage } from '../field.ts';

export const onHold: ContentPage = {
  id: 'onhold',
  label: 'On-hold audio',
  path: '/onhold',
  sections: [
    searchResult(
      'onhold',
      'On-hold audio · {business name}',
      'A spoken message over music for callers on hold, made for your business and delivered as an MP3 within {on-hold time in words}.',
    ),
    {
      label: 'Top of the page',
      fields: [
        line('onhold.heading', 'Heading', 'Worth the wait'),
        rich(
          'onhold.lede',
          'Text below',
          'Callers on hold hear your news and your hours instead of beeps. Press play to listen.',
        ),
        line('onhold.start', 'Button', 'Order on-hold audio', 40),
        line('onhold.sample', 'Heading of the sample, for screen readers', 'Listen to a sample'),
        line('onhold.player', 'Sample, for screen readers', 'Sample on-hold message for a garden nursery'),
        line(
          'onhold.share',
          'Picture beside shared links, in words',
          'A call on hold at a garden nursery, with the waveform of the message playing.',
        ),
      ],
    },
    {
      label: 'Sample',
      fields: [audio('onhold.audio', 'Sample'), captions('onhold.captions', 'Captions of the sample')],
    },
    {
      label: 'How it works',
      fields: [
        line('onhold.stepsHeading', 'Heading', 'From order to MP3'),
        steps('onhold.steps', [
          ['Pay once', 'Pay by card or PayPal. Your confirmation email has your order number.'],
          [
            'Tell us your message',
            'Fill out one form: what you do and what callers should hear. We’ll contact you within {contact time}. We reply on {reply days}.',
          ],
          [
            'Get the file',
            'You’ll get an MP3 within {on-hold time in words}. Up to {on-hold updates in words} updates are free.',
          ],
        ]),
      ],
    },
    {
      label: 'Price',
      fields: [
        line('onhold.offer', 'Heading', 'One price, one file'),
        line(
          'onhold.summary',
          'Summary, in the checkout',
          'A spoken message over music while your callers wait.',
        ),
        features('onhold.features', [
          'Written and voiced for your business',
          'Delivered as an MP3 in {on-hold time}',
          'Up to {on-hold updates} free updates',
          'One payment, no recurring fees',
        ]),
        rich(
          'onhold.ordered',
          'Note for customers who ordered',
          'Already have your order number? [Tell us what callers should hear](/onhold-audio-form).',
        ),
        line('onhold.add', 'Button below the receipt', 'Add to your bundle', 40),
      ],
    },
  ],
};
