import { line, rich, searchResult, steps, type ContentPage } from '../field.ts';

/** The texts around a request form. The form itself is part of the product. */
const formPage = (
  id: string,
  label: string,
  [title, description]: readonly [string, string],
  [heading, lede]: readonly [string, string],
  next: readonly (readonly [string, string])[],
): ContentPage => ({
  id,
  label,
  path: `/${id}`,
  sections: [
    searchResult(id, `${title} · {business name}`, description),
    {
      label: 'Top of the page',
      fields: [line(`${id}.heading`, 'Heading', heading), rich(`${id}.lede`, 'Text below', lede)],
    },
    {
      label: 'What happens next',
      fields: [line(`${id}.next`, 'Heading', 'What happens next'), steps(`${id}.steps`, next)],
    },
  ],
});

export const forms: readonly ContentPage[] = [
  formPage(
    'website-form',
    'Website form',
    [
      'Website order form',
      'Tell us about the one-page website you ordered or would like: pages you like, three colors, and what you offer. We’ll contact you within {contact time}.',
    ],
    ['Website Order Form', 'Tell us about your page. Fill out what you can. We’ll ask about the rest.'],
    [
      ['Within {contact time}', 'Your project manager will contact you. We reply on {reply days}.'],
      ['Design', 'You’ll see the design. {Website revisions in words} rounds of changes are included.'],
      ['Live', 'Your page goes live {website time} after you approve it.'],
    ],
  ),
  formPage(
    'voice-agent-form',
    'Voice agent form',
    [
      'AI voice agent request form',
      'Request a voice agent that answers your phone day and night. Tell us who you are and what it should learn. We’ll contact you within {contact time}.',
    ],
    ['AI Voice Agent Request Form', 'Tell us who calls you and what the agent should know.'],
    [
      [
        'Within {contact time}',
        'We’ll contact you and quote your price. We reply on {reply days}. A third party bills you separately.',
      ],
      ['After you approve', 'Your agent will be operational in {voice agent time}.'],
    ],
  ),
  formPage(
    'dental-voice-agent-form',
    'Dental form',
    [
      'Dental voice agent form',
      'Tell us about your dental practice and choose what a voice agent should do: scheduling, FAQs, follow-ups, triage, and more.',
    ],
    [
      'Dental Voice Agent Form',
      'Tell us about your practice and choose what the agent should do. We’ll cover the details when we talk.',
    ],
    [
      [
        'Within {contact time}',
        'We’ll contact you to talk about your practice and quote your price. We reply on {reply days}.',
      ],
      ['After you approve', 'Your agent will be operational in {voice agent time}.'],
    ],
  ),
  formPage(
    'onhold-audio-form',
    'On-hold form',
    [
      'On-hold audio form',
      'Tell us what your callers should hear while they wait. Our audio team will contact you within {contact time}, and your MP3 will arrive within {on-hold time in words}.',
    ],
    [
      'On-Hold Audio Requirements',
      'Tell us what your callers should hear. A finished script or a few notes will do. We’ll write, voice, and mix it.',
    ],
    [
      ['Within {contact time}', 'Our audio team will contact you. We reply on {reply days}.'],
      ['Within {on-hold time}', 'Your MP3 will arrive.'],
      ['Later', 'Up to {on-hold updates in words} updates are free.'],
    ],
  ),
];
