import { RequestScreen } from '../engine/request-screen.tsx';
import { VoiceFields } from './voice-fields.tsx';
import type { voiceQuestions } from './voice-questions.ts';
import { voiceRequest } from './voice-request.ts';

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
