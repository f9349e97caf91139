import type { UseFormRegister } from 'react-hook-form';
import type { Answers } from '../request-form.ts';
import type { Question } from './questions.ts';
import type { AnswersForm } from './use-answer.ts';

type Registered = ReturnType<UseFormRegister<Answers>> & { id: string };

/** What a form's fields need. */
export type FieldsProps<Name extends string> = {
  /** The props of a text field. */
  field: (name: Name) => Registered & Question & { error?: string | undefined };
  /** The props of a checkbox, which has its own label. */
  checkbox: (name: Name) => Registered & Question;
  form: AnswersForm;
};
