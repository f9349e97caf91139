import { memo } from 'react';
import type { WebsiteSubmission } from '../../contracts/admin/submission-answers.ts';
import { Filters } from '../list/filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import { readSubmissionSearch } from '../list/list-search.ts';
import { useListPage } from '../list/list.queries.ts';
import { useListAddress } from '../list/use-list-address.ts';
import { websiteAnswers } from '../../contracts/admin/answers.ts';
import { FLAG_SELECT, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow } from './submission-row.tsx';
import { hostingWords } from '../../contracts/admin/submission-labels.ts';
import { columnsWith, SubmissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/form-submissions';
const HEADS = ['Package', 'Hosting'];

export function WebsiteForms() {
  const address = useListAddress(readSubmissionSearch);
  const query = useListPage(CALL, address.search);
  return (
    <ListPage
      title="Website Form Submissions"
      noun={{ one: 'form', many: 'forms' }}
      empty="No form submissions found"
      call={CALL}
      address={address}
      query={query}
      filters={<Filters searchLabel="Search website forms" address={address} selects={[FLAG_SELECT]} />}
      sorts={SUBMISSION_SORTS}
      rowsOf={(answer) => answer.submissions}
    >
      {(submissions) => (
        <SubmissionsTable heads={HEADS}>
          {submissions.map((submission) => (
            <WebsiteRow key={submission.id} submission={submission} />
          ))}
        </SubmissionsTable>
      )}
    </ListPage>
  );
}

const WebsiteRow = memo(function WebsiteRow({ submission }: { submission: WebsiteSubmission }) {
  return (
    <SubmissionRow
      form="website"
      submission={submission}
      who={{ name: submission.name, rest: [submission.email] }}
      columns={columnsWith(HEADS)}
      answersOf={() => websiteAnswers(submission)}
    >
      <td className="list-extra">{submission.package}</td>
      <td className="list-extra">{hostingWords(submission.hosting)}</td>
    </SubmissionRow>
  );
});
