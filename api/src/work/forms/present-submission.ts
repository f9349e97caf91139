import {
  isUnverified,
  type OnHoldSubmission,
  type VoiceSubmission,
  type WebsiteSubmission,
} from '@northlight/shared/contracts/submissions.ts';
import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';

/** Rows as the administrator sees them: every answer that was sent, and its flags. */
export function presentWebsiteSubmission(row: WebsiteRow): WebsiteSubmission {
  const { mailchimpStatus: _status, ...shown } = present(row);
  return shown;
}

export function presentVoiceSubmission(row: VoiceRow): VoiceSubmission {
  const {
    dental,
    formType: _type,
    businessDescription,
    imageUrl,
    mailchimpStatus: _status,
    ...both
  } = present(row);
  if (dental) return { ...dental, ...both, formType: 'dental-voice-agent' };
  return { ...both, businessDescription, imageUrl, formType: 'voice-agent' };
}

export function presentOnHoldSubmission(row: OnHoldRow): OnHoldSubmission {
  return present(row);
}

function present<Row extends SubmissionRow>(row: Row) {
  const { submissionKey: _key, contentHash: _hash, timestamp, dueAt, ...shown } = row;
  return {
    ...shown,
    dueAt: dueAt?.toISOString() ?? null,
    isUnverified: isUnverified(row.orderMatch),
    timestamp: timestamp.toISOString(),
  };
}
