import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { area, ask, common } from '../fields/questions.ts';

export const onHoldQuestions = ask(
  ON_HOLD_FORM_LABELS,
  [
    [
      'Your business',
      {
        businessName: common.businessName,
        businessNiche: {
          isRequired: true,
          help: 'What you do, in a few words. For example, family dentist or bike repair.',
        },
      },
    ],
    [
      'Your message',
      {
        customMessage: {
          ...area('A finished script, or just the topics it should cover.'),
          isRequired: true,
          rows: 8,
        },
      },
    ],
    ['How to reach you', { email: common.email, phone: common.phone, orderNumber: common.orderNumber }],
  ],
  {
    label: 'Recordings',
    help: 'Your current message or music, if you have any. Choose files or drop them here. Up to 25 MB each.',
  },
);
