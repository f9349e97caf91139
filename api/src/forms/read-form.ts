import { onHoldAnswers, voiceAnswers, websiteAnswers } from '@northlight/shared/contracts/admin/answers.ts';
import type { OnHoldRow, VoiceRow, WebsiteRow } from '../db/schema.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';

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
