import type { LabeledAnswer } from '@northlight/shared/contracts/labeled-answers.ts';
import { FORM_NAMES } from '@northlight/shared/contracts/forms/forms.ts';
import type { SubmissionFacts } from '@northlight/shared/contracts/submissions.ts';
import type { EmailContext } from './email-context.ts';
import type { FormRef } from '../db/schema/forms.ts';
import { readFormById } from '../work/forms/read-form.ts';

export type LoadedSubmission = {
  /** For example "website form". */
  name: string;
  /** The sender, as the form names it. */
  sender: string;
  email: string;
  facts: Pick<SubmissionFacts, 'orderNumber' | 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;
  answers: LabeledAnswer[];
};

/** Loads a form with all its answers. */
export function loadSubmission({ db }: EmailContext, ref: FormRef): LoadedSubmission {
  const { kind, sender, fields, answers } = readFormById(db, ref.form, ref.submissionId);
  const name = FORM_NAMES[kind];
  return {
    name: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    sender,
    email: fields.email,
    facts: fields,
    answers,
  };
}
