import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { RequestScreen } from '../engine/request-screen.tsx';
import { OnHoldFields } from './on-hold-fields.tsx';
import type { onHoldQuestions, OnHoldName } from './on-hold-questions.ts';
import type { RequestForm } from '../request-form.ts';

const onHoldRequest: RequestForm<OnHoldName> = {
  kind: 'onhold',
  call: 'POST /api/on-hold-audio-form',
  submitLabel: 'Submit Requirements',
  loadCheck: async () => (await import('./check.ts')).check,
  toBody: (answers) => ({
    ...answers,
    orderNumber: normalizeOrderNumber(String(answers['orderNumber'])),
  }),
  orderField: 'orderNumber',
  fromIntake: ({ email, businessName }) => ({ email, businessName }),
  loadSuccessView: async () => (await import('./after-on-hold.tsx')).OnHoldSuccess,
  replacesForm: true,
  success: () => ({
    title: 'Requirements received',
    description: 'Our audio team will contact you within 24 hours.',
  }),
  failure: (error) =>
    error instanceof CallError && error.status > 0
      ? {
          title: 'Submission failed',
          description: error.response?.message || 'Please try again or contact support.',
        }
      : {
          title: 'Submission error',
          description: 'There was a problem submitting your form. Please try again.',
        },
};

type OnHoldFormProps = { questions: typeof onHoldQuestions; businessEmail: string };

export function OnHoldForm({ questions, businessEmail }: OnHoldFormProps) {
  return (
    <RequestScreen
      request={onHoldRequest}
      questions={questions}
      businessEmail={businessEmail}
      renderFields={(props) => <OnHoldFields {...props} />}
    />
  );
}
