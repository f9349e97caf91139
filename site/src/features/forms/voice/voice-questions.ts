import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { area, ask, common, person } from '../fields/questions.ts';

export const voiceQuestions = ask(
  VOICE_FORM_LABELS,
  [
    ['Personal information', person],
    [
      'Business information',
      {
        businessName: common.businessName,
        businessDescription: area('What you do, who you serve, and what people call about.'),
      },
    ],
    [
      'Anything else',
      {
        notes: area(
          'Include links the AI should learn from, such as your website, price list, or booking page.',
        ),
      },
    ],
  ],
  {
    label: 'Documents',
    help: 'Price lists, scripts, or questions that callers ask. Choose files or drop them here. Up to 25 MB each.',
  },
);
