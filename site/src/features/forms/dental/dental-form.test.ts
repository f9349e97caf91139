import { DENTAL_CATEGORIES } from '@northlight/shared/contracts/forms/dental-form.ts';
import { expect, it } from 'vitest';
import { visibleAnswers } from './dental-form.tsx';

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
  expect(visibleAnswers(answers, DENTAL_CATEGORIES)).toEqual(shown);
});
