import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { ask, common } from '../fields/questions.ts';

export const onHoldQuestions = ask(ON_HOLD_FORM_LABELS, {
  businessName: common.businessName,
  businessNiche: {
    ...common.line,
    isRequired: true,
    help: 'What you do, in a few words: family dentist, bicycle repairs.',
  },
  customMessage: {
    isRequired: true,
    rows: 8,
    help: 'The words callers should hear, or what they should be about.',
  },
  email: common.email,
  phone: common.phone,
  orderNumber: common.orderNumber,
});
export type OnHoldName = keyof typeof onHoldQuestions;
