import { useState } from 'react';
import type { DENTAL_FORM_TYPE } from '@northlight/shared/contracts/forms/dental-form.ts';
import { RequestScreen } from '../engine/request-screen.tsx';
import { DentalFields } from './dental-fields.tsx';
import type { DentalChoices, dentalQuestions, DentalName } from './dental-questions.ts';
import type { Answers, RequestForm } from '../request-form.ts';

type Categories = DentalChoices['categories'];

const formType: typeof DENTAL_FORM_TYPE = 'dental-voice-agent';

const dentalRequest = (categories: Categories): RequestForm<DentalName> => ({
  kind: 'dental',
  call: 'POST /api/voice-agent-form-submission',
  checkedByDefault: ['hipaaCompliance'],
  submitLabel: 'Submit Request',
  loadCheck: async () => (await import('./check.ts')).check,
  toBody: (answers) => ({ ...visibleAnswers(answers, categories), formType }),
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
});

/** Details of an unchecked box stay on the page in case it is checked again, but are not sent. */
export function visibleAnswers(answers: Answers, categories: Categories): Answers {
  const hidden = new Set<string>(
    categories.filter(({ id }) => answers[id] !== true).flatMap(({ details }) => [...details]),
  );
  if (answers['multilingualSupport'] !== true) hidden.add('languages');
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !hidden.has(name)));
}

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
