import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { type FormProps, RequestScreen } from '../engine/request-screen.tsx';
import type { VoiceForm as Voice } from '@northlight/shared/contracts/forms/voice-form.ts';
import type { RequestForm } from '../request-form.ts';

const voiceRequest: RequestForm<keyof Voice> = {
  kind: 'voice',
  call: 'POST /api/submit-voice-agent-form',
  submitLabel: 'Submit Request',
  loadSchema: async () => {
    const { VoiceForm } = await import('@northlight/shared/contracts/forms/voice-form.ts');
    return () => VoiceForm;
  },
  toBody: (answers) => answers,
  fromIntake: ({ firstName, lastName, email, businessName }) => ({
    firstName,
    lastName,
    email,
    businessName,
  }),
  loadSuccessView: async () => (await import('../success/redirect-after-submit.tsx')).VoiceSuccess,
  replacesForm: false,
  success: ({ response }) => ({ title: response.message }),
  failure: (error) => ({
    title: 'Error submitting form',
    description: failureText(error, 'Failed to submit request', 'Please try again later'),
  }),
};

export const VoiceForm = (props: FormProps) => <RequestScreen request={voiceRequest} {...props} />;
