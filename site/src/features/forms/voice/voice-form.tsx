import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { RequestScreen } from '../engine/request-screen.tsx';
import type { VoiceName, voiceQuestions } from './voice-questions.ts';
import type { RequestForm } from '../request-form.ts';
import { TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { type FieldsProps, PersonFields } from '../fields/form-fields.tsx';

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
  loadSuccessView: async () => (await import('../success/redirect-after-submit.tsx')).VoiceSuccess,
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

export function VoiceFields({ field }: FieldsProps<VoiceName>) {
  return (
    <>
      <fieldset className="form-section">
        <legend>
          <h2>Personal information</h2>
        </legend>
        <PersonFields field={field} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Business information</h2>
        </legend>
        <TextField {...field('businessName')} />
        <TextArea {...field('businessDescription')} />
      </fieldset>
      <fieldset className="form-section">
        <legend>
          <h2>Anything else</h2>
        </legend>
        <TextArea {...field('notes')} />
      </fieldset>
    </>
  );
}
