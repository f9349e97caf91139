import type { LabelledAnswer } from '@northlight/shared/contracts/admin/answers.ts';
import { FORM_NAMES } from '@northlight/shared/contracts/forms/form-names.ts';
import type { SubmissionFacts } from '@northlight/shared/contracts/admin/submission-answers.ts';
import type { EmailContext } from './email-context.ts';
import type { Db } from '../db/client.ts';
import type { FormRef } from '../db/schema.ts';
import { readForm, type ReadForm } from '../forms/read-form.ts';
import { submissionTables } from '../forms/submission-store.ts';

export type LoadedSubmission = {
  /** For example "website form". */
  name: string;
  /** The sender, as the form names it. */
  sender: string;
  email: string;
  facts: Pick<SubmissionFacts, 'orderNumber' | 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;
  answers: LabelledAnswer[];
};

/** Loads a form with all its answers. */
export function loadSubmission({ db }: EmailContext, ref: FormRef): LoadedSubmission {
  const { kind, sender, fields, answers } = read(db, ref);
  const name = FORM_NAMES[kind];
  return {
    name: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    sender,
    email: fields.email,
    facts: fields,
    answers,
  };
}

function read(db: Db, { form, submissionId }: FormRef): ReadForm {
  const { website, voice, onhold } = submissionTables;
  switch (form) {
    case 'website':
      return readForm.website(found(website.byId(db, submissionId)));
    case 'voice':
      return readForm.voice(found(voice.byId(db, submissionId)));
    case 'onhold':
      return readForm.onhold(found(onhold.byId(db, submissionId)));
  }
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The form for this email no longer exists.');
  return row;
}
