import type { Db } from '../db/client.ts';
import { listOnHoldForms, listVoiceForms, listWebsiteForms } from './submission-list.ts';
import type { Router } from '@koa/router';
import { DENTAL_FORM_LABELS } from '@northlight/shared/contracts/forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import {
  ListSubmissions,
  ON_HOLD_SUBMISSIONS_CSV_PATH,
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_CSV_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_CSV_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  type SubmissionsAnswer,
} from '@northlight/shared/contracts/admin/submissions.ts';
import { VOICE_FORM_LABELS } from '@northlight/shared/contracts/forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from '@northlight/shared/contracts/forms/website-form.ts';
import { listRoutes } from '../lists/list-routes.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
const FACTS = [
  'orderNumber',
  'timestamp',
  'workStatus',
  'orderMatch',
  'isOutsideOrder',
  'quarantineReason',
] as const;

/** The administrator's lists of received forms. */
export function submissionRoutes(router: Router, db: Db): void {
  const shared = {
    schema: ListSubmissions,
    answer: <Shown>(page: Omit<SubmissionsAnswer<Shown>, 'submissions'>, submissions: Shown[]) =>
      ({ ...page, submissions }) satisfies SubmissionsAnswer<Shown>,
  };
  listRoutes(router, {
    ...shared,
    path: WEBSITE_SUBMISSIONS_PATH,
    csvPath: WEBSITE_SUBMISSIONS_CSV_PATH,
    page: (query) => listWebsiteForms(db, query),
    present: presentWebsiteSubmission,
    columns: [...FACTS, ...namesOf(WEBSITE_FORM_LABELS)],
    empty: 'No form submissions found',
  });
  listRoutes(router, {
    ...shared,
    path: VOICE_SUBMISSIONS_PATH,
    csvPath: VOICE_SUBMISSIONS_CSV_PATH,
    page: (query) => listVoiceForms(db, query),
    // The two forms have different answers, so the spreadsheet has the columns of both.
    present: presentVoiceSubmission,
    columns: [
      ...new Set([...FACTS, 'formType', ...namesOf(VOICE_FORM_LABELS), ...namesOf(DENTAL_FORM_LABELS)]),
    ],
    empty: 'No AI Voice Agent submissions found',
  });
  listRoutes(router, {
    ...shared,
    path: ON_HOLD_SUBMISSIONS_PATH,
    csvPath: ON_HOLD_SUBMISSIONS_CSV_PATH,
    page: (query) => listOnHoldForms(db, query),
    present: presentOnHoldSubmission,
    columns: [...FACTS, ...namesOf(ON_HOLD_FORM_LABELS)],
    empty: 'No on-hold submissions found',
  });
}

/** The answers of a form, without the order number, which has its own column. */
function namesOf<Name extends string>(labels: Record<Name, string>): Exclude<Name, 'orderNumber'>[] {
  const isAnswer = (name: string): name is Exclude<Name, 'orderNumber'> => name !== 'orderNumber';
  return Object.keys(labels).filter(isAnswer);
}
