import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { RequestScreen } from '../engine/request-screen.tsx';
import { VoiceFields } from './voice-fields.tsx';
import type { voiceQuestions, VoiceName } from './voice-questions.ts';
import type { RequestForm } from '../request-form.ts';

const voiceRequest: RequestForm<VoiceName> = {
  kind: 'voice',
  call: 'POST /api/submit-voice-agent-form',
  submitLabel: 'Submit Request',
  loadCheck: async () => (await import('./check.ts')).check,
  toBody: (answers) => answers,
  fromIntake: ({ firstName, lastName, email, businessName }) => ({
    firstName,
    lastName,
    email,
    businessName,
  }),
  loadSuccessView: async () => (await import('./after-voice.tsx')).VoiceSuccess,
  replacesForm: false,
  success: ({ response }) => ({ title: response.message }),
  failure: (error) => ({
    title: 'Error submitting form',
    description: failureText(error, 'Failed to submit request', 'Please try again later'),
  }),
};

type VoiceFormProps = { questions: typeof voiceQuestions; businessEmail: string };

export function VoiceForm({ questions, businessEmail }: VoiceFormProps) {
  return (
    <RequestScreen
      request={voiceRequest}
      questions={questions}
      businessEmail={businessEmail}
      renderFields={(props) => <VoiceFields {...props} />}
    />
  );
}
