import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { type FormProps, RequestScreen } from '../engine/request-screen.tsx';
import type { OnHoldForm as OnHold } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { withHint } from '../fields/live-hint.tsx';
import { OrderHint } from '../order-link/order-hint.tsx';
import type { RequestForm } from '../request-form.ts';

const onHoldRequest: RequestForm<keyof OnHold> = {
  kind: 'onhold',
  call: 'POST /api/on-hold-audio-form',
  submitLabel: 'Submit Requirements',
  loadSchema: async () => {
    const { OnHoldForm } = await import('@northlight/shared/contracts/forms/on-hold-form.ts');
    return () => OnHoldForm;
  },
  toBody: (answers) => ({
    ...answers,
    orderNumber: normalizeOrderNumber(String(answers['orderNumber'])),
  }),
  orderField: 'orderNumber',
  around: {
    customMessage: withHint(
      'customMessage',
      async () => (await import('@northlight/shared/catalog/spoken-length.ts')).spokenLengthHint,
    ),
    orderNumber: OrderHint,
  },
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

export const OnHoldForm = (props: FormProps) => <RequestScreen request={onHoldRequest} {...props} />;
