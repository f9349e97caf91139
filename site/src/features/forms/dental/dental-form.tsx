import { useState } from 'react';
import { RequestScreen } from '../engine/request-screen.tsx';
import { DentalFields } from './dental-fields.tsx';
import type { DentalChoices, dentalQuestions } from './dental-questions.ts';
import { dentalRequest } from './dental-request.ts';

type DentalFormProps = { questions: typeof dentalQuestions; choices: DentalChoices; businessEmail: string };

export function DentalForm({ questions, choices, businessEmail }: DentalFormProps) {
  const [request] = useState(() => dentalRequest(choices.categories));
  return (
    <RequestScreen
      request={request}
      questions={questions}
      businessEmail={businessEmail}
      renderFields={(props) => <DentalFields {...props} choices={choices} />}
    />
  );
}
