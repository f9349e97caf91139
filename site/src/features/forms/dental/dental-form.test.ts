import { expect, it } from 'vitest';
import { shownAnswers } from '../engine/send-form.ts';
import { questionsOf } from '../fields/form-fields.tsx';
import { dentalQuestions } from './dental-questions.ts';

it('sends no details of boxes that are not ticked', () => {
  const answers = {
    firstName: 'Wen',
    category7_surveys: true,
    surveyQuestions: 'How was it?',
    category2_faqs: false,
    acceptedInsurance: 'All',
    multilingualSupport: false,
    languages: 'Arabic',
  };
  const { acceptedInsurance: _, languages: __, ...shown } = answers;
  expect(shownAnswers(answers, questionsOf(dentalQuestions))).toEqual(shown);
});
