import { RequestScreen } from '../engine/request-screen.tsx';
import { OnHoldFields } from './on-hold-fields.tsx';
import type { onHoldQuestions } from './on-hold-questions.ts';
import { onHoldRequest } from './on-hold-request.ts';

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
