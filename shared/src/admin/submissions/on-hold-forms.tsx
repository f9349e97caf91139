import { memo } from 'react';
import type { OnHoldSubmission } from '../../contracts/submissions.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import { onHoldAnswers } from '../../contracts/labeled-answers.ts';
import { FORM_SELECTS, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow, columnsWith, SubmissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/on-hold-submissions';
const HEADS = ['Business niche'];

const OnHoldRow = memo(function OnHoldRow({ submission }: { submission: OnHoldSubmission }) {
  return (
    <SubmissionRow
      form="onhold"
      submission={submission}
      who={{ name: submission.businessName, rest: [submission.email] }}
      columns={columnsWith(HEADS)}
      answersOf={() => onHoldAnswers(submission)}
    >
      <td className="list-extra" data-tip={submission.businessNiche}>
        <bdi>{submission.businessNiche}</bdi>
      </td>
    </SubmissionRow>
  );
});

export const onHoldFormsList: List<ResponseOf<typeof CALL>, OnHoldSubmission> = {
  title: 'Order Tracking',
  noun: { one: 'on-hold request', many: 'on-hold requests' },
  empty: 'No on-hold requests found',
  call: CALL,
  csvRight: 'manage',
  readSearch: readSubmissionSearch,
  searchLabel: 'Search on-hold requests',
  selects: FORM_SELECTS,
  sorts: SUBMISSION_SORTS,
  Above: TrackingSwitch,
  rowsOf: ({ submissions }) => submissions,
  Table: ({ rows }) => <SubmissionsTable heads={HEADS} rows={rows} Row={OnHoldRow} />,
};
