import { memo } from 'react';
import {
  WEBSITE_SUBMISSIONS_CSV_PATH,
  WEBSITE_SUBMISSIONS_PATH,
  type SubmissionsAnswer,
  type WebsiteSubmission,
} from '../../contracts/admin/submissions.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { websiteAnswers } from '../../contracts/admin/answers.ts';
import { FLAG_SELECT, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow } from './submission-row.tsx';
import { hostingWords } from '../../contracts/admin/submission-labels.ts';
import { columnsWith, SubmissionsTable } from './submissions-table.tsx';

const HEADS = ['Package', 'Hosting'];

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

export const websiteFormsList: List<SubmissionsAnswer<WebsiteSubmission>, WebsiteSubmission> = {
  title: 'Website Form Submissions',
  noun: { one: 'form', many: 'forms' },
  empty: 'No form submissions found',
  path: WEBSITE_SUBMISSIONS_PATH,
  csvPath: WEBSITE_SUBMISSIONS_CSV_PATH,
  readSearch: readSubmissionSearch,
  searchLabel: 'Search website forms',
  selects: [FLAG_SELECT],
  sorts: SUBMISSION_SORTS,
  rowsOf: ({ submissions }) => submissions,
  Table: ({ rows }) => <SubmissionsTable heads={HEADS} rows={rows} Row={WebsiteRow} />,
};
