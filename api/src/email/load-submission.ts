import {
  onHoldAnswers,
  voiceAnswers,
  websiteAnswers,
  type LabelledAnswer,
} from '@northlight/shared/contracts/admin/answers.ts';
import { FORM_NAMES, type FormKind } from '@northlight/shared/contracts/forms/forms.ts';
import type { SubmissionFacts } from '@northlight/shared/contracts/admin/submission-answers.ts';
import type { EmailContext } from './email-context.ts';
import type { FormRef } from '../db/schema.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from '../forms/present-submission.ts';
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
export function loadSubmission({ db }: EmailContext, { form, submissionId }: FormRef): LoadedSubmission {
  switch (form) {
    case 'website': {
      const shown = presentWebsiteSubmission(found(submissionTables.website.byId(db, submissionId)));
      return describe('website', shown.name, shown, websiteAnswers(shown));
    }
    case 'voice': {
      const shown = presentVoiceSubmission(found(submissionTables.voice.byId(db, submissionId)));
      const kind = shown.formType === 'voice-agent' ? 'voice' : 'dental';
      const business = 'practiceName' in shown ? shown.practiceName : shown.businessName;
      return describe(kind, business, shown, voiceAnswers(shown));
    }
    case 'onhold': {
      const shown = presentOnHoldSubmission(found(submissionTables.onhold.byId(db, submissionId)));
      return describe('onhold', shown.businessName, shown, onHoldAnswers(shown));
    }
  }
}

function describe(
  kind: FormKind,
  sender: string,
  facts: LoadedSubmission['facts'] & { email: string },
  answers: LabelledAnswer[],
): LoadedSubmission {
  const name = FORM_NAMES[kind];
  return {
    name: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    sender,
    email: facts.email,
    facts,
    answers,
  };
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The form for this email no longer exists.');
  return row;
}
