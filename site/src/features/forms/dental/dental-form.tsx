import type {
  DENTAL_FORM_TYPE,
  DentalForm as Dental,
} from '@northlight/shared/contracts/forms/dental-form.ts';
import { type FormProps, RequestScreen } from '../engine/request-screen.tsx';
import type { RequestForm } from '../request-form.ts';

const formType: typeof DENTAL_FORM_TYPE = 'dental-voice-agent';

const dentalRequest: RequestForm<keyof Dental> = {
  kind: 'dental',
  call: 'POST /api/voice-agent-form-submission',
  checkedByDefault: ['hipaaCompliance'],
  submitLabel: 'Submit Request',
  loadSchema: async () => {
    const { DentalForm } = await import('@northlight/shared/contracts/forms/dental-form.ts');
    return () => DentalForm;
  },
  toBody: (answers) => ({ ...answers, formType }),
  fromIntake: ({ firstName, lastName, email, businessName }) => ({
    firstName,
    lastName,
    email,
    practiceName: businessName,
  }),
  loadSuccessView: async () => (await import('./after-dental.tsx')).DentalSuccess,
  replacesForm: true,
  success: () => ({
    title: 'Form submitted successfully!',
    description: "We'll contact you within 24 hours to discuss your dental practice AI voice agent.",
  }),
  failure: () => ({
    title: 'Error',
    description: 'There was a problem submitting your form. Please try again.',
  }),
};

export const DentalForm = (props: FormProps) => <RequestScreen request={dentalRequest} {...props} />;
