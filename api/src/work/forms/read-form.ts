import { onHoldAnswers, voiceAnswers, websiteAnswers } from '@northlight/shared/contracts/labeled-answers.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../../db/client.ts';
import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import { submissionTables } from './submission-store.ts';

/** A form as people read it: which of the four it is, who sent it, its fields, and its answers with labels. */
const READ = {
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
export type ReadForm = ReturnType<(typeof READ)[ServiceId]>;

/** The row is of the form's own table. */
export const readForm = (form: ServiceId, row: SubmissionRow): ReadForm => READ[form](row as never);

/** Throws when it no longer exists. */
export function readFormById(db: Db, form: ServiceId, id: number): ReadForm {
  const row = submissionTables[form].byId(db, id);
  if (!row) throw new Error('The form no longer exists.');
  return readForm(form, row);
}
