import { memo } from 'react';
import type { OnHoldSubmission } from '../../contracts/admin/submission-answers.ts';
import { Filters } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { readSubmissionSearch } from '../list/list-search.ts';
import { useListPage } from '../list/list.queries.ts';
import { useListAddress } from '../list/use-list-address.ts';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import { onHoldAnswers } from '../../contracts/admin/answers.ts';
import { FLAG_SELECT, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow } from './submission-row.tsx';
import { columnsWith, SubmissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/on-hold-submissions';
const HEADS = ['Business niche'];

/** The requests for on-hold audio. */
export function OnHoldForms() {
  const address = useListAddress(readSubmissionSearch);
  const query = useListPage(CALL, address.search);
  return (
    <ListPage
      title="Order Tracking"
      noun={{ one: 'on-hold request', many: 'on-hold requests' }}
      empty="No on-hold requests found"
      call={CALL}
      address={address}
      query={query}
      above={<TrackingSwitch />}
      filters={<Filters searchLabel="Search on-hold requests" address={address} selects={[FLAG_SELECT]} />}
      sorts={SUBMISSION_SORTS}
      rowsOf={(answer) => answer.submissions}
    >
      {(submissions) => (
        <SubmissionsTable heads={HEADS}>
          {submissions.map((submission) => (
            <OnHoldRow key={submission.id} submission={submission} />
          ))}
        </SubmissionsTable>
      )}
    </ListPage>
  );
}

const OnHoldRow = memo(function OnHoldRow({ submission }: { submission: OnHoldSubmission }) {
  return (
    <SubmissionRow
      form="onhold"
      submission={submission}
      who={{ name: submission.businessName, rest: [submission.email] }}
      columns={columnsWith(HEADS)}
      answersOf={() => onHoldAnswers(submission)}
    >
      <td className="list-extra">
        <bdi>{submission.businessNiche}</bdi>
      </td>
    </SubmissionRow>
  );
});
