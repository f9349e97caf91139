import type { Router } from '@koa/router';
import { ListPage } from '@northlight/shared/contracts/lists.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  type SubmissionsAnswer,
} from '@northlight/shared/contracts/submissions.ts';
import { validateQuery } from '../middleware/validate.ts';
import { pageOf } from '../orders/page-of.ts';
import {
  presentOnHoldSubmission,
  presentVoiceSubmission,
  presentWebsiteSubmission,
} from './present-submission.ts';
import type { SubmissionRow, SubmissionStore, SubmissionTable } from './submission-store.ts';

/** The administrator's lists of what came in. */
export function submissionRoutes(router: Router, store: SubmissionStore): void {
  list(WEBSITE_SUBMISSIONS_PATH, store.website, presentWebsiteSubmission, 'No form submissions found');
  list(VOICE_SUBMISSIONS_PATH, store.voice, presentVoiceSubmission, 'No AI Voice Agent submissions found');
  list(ON_HOLD_SUBMISSIONS_PATH, store.onhold, presentOnHoldSubmission, 'No on-hold submissions found');

  function list<Row extends SubmissionRow, Shown>(
    path: string,
    table: SubmissionTable<Row>,
    present: (row: Row) => Shown,
    empty: string,
  ): void {
    router.get(path, (ctx) => {
      const { rows, nextCursor } = pageOf(validateQuery(ctx, ListPage), table.page);
      ctx.body = {
        success: true,
        message: rows.length === 0 ? empty : 'Submissions found',
        submissions: rows.map(present),
        total: table.total(),
        nextCursor,
      } satisfies SubmissionsAnswer<Shown>;
    });
  }
}
