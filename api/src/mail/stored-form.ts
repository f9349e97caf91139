import {
  onHoldAnswers,
  voiceAnswers,
  websiteAnswers,
  type LabelledAnswer,
} from '@northlight/shared/contracts/answers.ts';
import { FORM_NAMES, type FormKind } from '@northlight/shared/contracts/forms.ts';
import type { SubmissionFacts } from '@northlight/shared/contracts/submissions.ts';
import type { FormRef } from '../db/schema.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from '../forms/present-submission.ts';
import type { LetterDeps } from './letter-deps.ts';

export type StoredForm = {
  /** "website form". */
  name: string;
  /** Who sent it, as the form says. */
  sender: string;
  email: string;
  facts: Pick<SubmissionFacts, 'orderNumber' | 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;
  answers: LabelledAnswer[];
};

/** A form with everything that was said in it. */
export function storedForm(
  { submissionStore }: Pick<LetterDeps, 'submissionStore'>,
  { form, submissionId }: FormRef,
): StoredForm {
  switch (form) {
    case 'website': {
      const shown = presentWebsiteSubmission(found(submissionStore.website.byId(submissionId)));
      return describe('website', shown.name, shown, websiteAnswers(shown));
    }
    case 'voice': {
      const shown = presentVoiceSubmission(found(submissionStore.voice.byId(submissionId)));
      const kind = shown.formType === 'voice-agent' ? 'voice' : 'dental';
      const business = 'practiceName' in shown ? shown.practiceName : shown.businessName;
      return describe(kind, business, shown, voiceAnswers(shown));
    }
    case 'onhold': {
      const shown = presentOnHoldSubmission(found(submissionStore.onhold.byId(submissionId)));
      return describe('onhold', shown.businessName, shown, onHoldAnswers(shown));
    }
  }
}

function describe(
  kind: FormKind,
  sender: string,
  facts: StoredForm['facts'] & { email: string },
  answers: LabelledAnswer[],
): StoredForm {
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
