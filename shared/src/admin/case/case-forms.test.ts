import { expect, test } from 'vitest';
import { DENTAL_FORM_LABELS } from '../../contracts/forms/dental-form.ts';
import { aDentalSubmission } from '../test/submissions.ts';
import { dentalAnswers } from './case-forms.tsx';

test('only checked categories show their details', () => {
  const { categories } = dentalAnswers(aDentalSubmission());
  expect(categories).toHaveLength(8);
  expect(categories.filter(({ isTicked }) => isTicked).map(({ title }) => title)).toEqual([
    'Appointment scheduling',
    'Emergency triage',
  ]);
  expect(categories[0]?.answers).toEqual([
    { label: 'Scheduling hours', answer: 'Mon to Fri, 8 to 17' },
    { label: 'Scheduling integration', answer: '' },
  ]);
});

test('every answer is shown exactly once', () => {
  const { other, categories } = dentalAnswers(aDentalSubmission());
  const shown = [...other, ...categories.flatMap(({ answers }) => answers)].map(({ label }) => label);
  const titles = categories.map(({ title }) => title);
  expect([...shown, ...titles].toSorted()).toEqual(Object.values(DENTAL_FORM_LABELS).toSorted());
});
