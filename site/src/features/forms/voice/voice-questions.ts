import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { ask, common } from '../fields/questions.ts';

export const voiceQuestions = ask(
  { ...VOICE_FORM_LABELS, files: 'Documents' },
  {
    firstName: common.firstName,
    lastName: common.lastName,
    email: common.email,
    phone: { ...common.phone, isRequired: true },
    businessName: common.businessName,
    businessDescription: { help: 'What you do, who you serve, and what people call about.' },
    notes: {
      help: 'Include links the AI should learn from, such as your website, price list, or booking page.',
    },
    files: {
      help: 'Price lists, scripts, or questions that callers ask. Choose files or drop them here. Up to 25 MB each.',
    },
  },
);
export type VoiceName = keyof typeof voiceQuestions;
