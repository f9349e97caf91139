import { onHoldAnswers, voiceAnswers, websiteAnswers } from '@northlight/shared/contracts/labeled-answers.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../../db/client.ts';
import type { OnHoldRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import { submissionTables } from './submission-store.ts';

/** A form as people read it: which of the four it is, who sent it, its fields, and its answers with labels. */
export const readForm = {
  website: (row: WebsiteRow) => {
    const fields = presentWebsiteSubmission(row);
    return { kind: 'website' as const, sender: fields.name, fields, answers: websiteAnswers(fields) };
  },
  voice: (row: VoiceRow) => {
    const fields = presentVoiceSubmission(row);
    const kind = fields.formType === 'voice-agent' ? ('voice' as const) : ('dental' as const);
    const sender = 'practiceName' in fields ? fields.practiceName : fields.businessName;
    return { kind, sender, fields, answers: voiceAnswers(fields) };
  },
  onhold: (row: OnHoldRow) => {
    const fields = presentOnHoldSubmission(row);
    return { kind: 'onhold' as const, sender: fields.businessName, fields, answers: onHoldAnswers(fields) };
  },
};
export type ReadForm = ReturnType<(typeof readForm)[keyof typeof readForm]>;

/** Throws when it no longer exists. */
export function readFormById(db: Db, form: ServiceId, id: number): ReadForm {
  const { website, voice, onhold } = submissionTables;
  switch (form) {
    case 'website':
      return readForm.website(found(website.byId(db, id)));
    case 'voice':
      return readForm.voice(found(voice.byId(db, id)));
    case 'onhold':
      return readForm.onhold(found(onhold.byId(db, id)));
  }
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The form no longer exists.');
  return row;
}
