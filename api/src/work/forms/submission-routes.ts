import { DENTAL_FORM_LABELS } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import type { Db } from '../../db/client.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { listOnHoldForms, listVoiceForms, listWebsiteForms } from './submission-list.ts';
import { createList } from '../../http/lists/list.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import type { ListSubmissions } from '@northlight/shared/contracts/lists.ts';
const FACTS = [
  'orderNumber',
  'timestamp',
  'workStatus',
  'orderMatch',
  'isOutsideOrder',
  'quarantineReason',
] as const;

/** The administrator's lists of received forms. */
export function submissionRoutes(mount: Mount, db: Db): void {
  const website = createList({
    page: (query: ListSubmissions) => listWebsiteForms(db, query),
    present: presentWebsiteSubmission,
    columns: [...FACTS, ...namesOf(WEBSITE_FORM_LABELS)],
    empty: 'No form submissions found',
  });
  mount('GET /api/json/form-submissions', (input) => {
    const { facts, rows } = website.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/form-submissions.csv', website.download);

  const voice = createList({
    page: (query: ListSubmissions) => listVoiceForms(db, query),
    // The two forms have different answers, so the spreadsheet has the columns of both.
    present: presentVoiceSubmission,
    columns: [
      ...new Set([...FACTS, 'formType', ...namesOf(VOICE_FORM_LABELS), ...namesOf(DENTAL_FORM_LABELS)]),
    ],
    empty: 'No AI Voice Agent submissions found',
  });
  mount('GET /api/json/voice-agent-submissions', (input) => {
    const { facts, rows } = voice.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/voice-agent-submissions.csv', voice.download);

  const onHold = createList({
    page: (query: ListSubmissions) => listOnHoldForms(db, query),
    present: presentOnHoldSubmission,
    columns: [...FACTS, ...namesOf(ON_HOLD_FORM_LABELS)],
    empty: 'No on-hold submissions found',
  });
  mount('GET /api/json/on-hold-submissions', (input) => {
    const { facts, rows } = onHold.read(input);
    return { ...facts, submissions: rows };
  });
  mount('GET /api/json/on-hold-submissions.csv', onHold.download);
}

/** The answers of a form, without the order number, which has its own column. */
function namesOf<Name extends string>(labels: Record<Name, string>): Exclude<Name, 'orderNumber'>[] {
  const isAnswer = (name: string): name is Exclude<Name, 'orderNumber'> => name !== 'orderNumber';
  return Object.keys(labels).filter(isAnswer);
}
