import { memo } from 'react';
import { type WebsiteSubmission, hostingWords } from '../../contracts/submissions.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { websiteAnswers } from '../../contracts/labeled-answers.ts';
import { FORM_SELECTS, SUBMISSION_SORTS } from './submission-filters.ts';
import { SubmissionRow, columnsWith, SubmissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/form-submissions';
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

export const websiteFormsList: List<ResponseOf<typeof CALL>, WebsiteSubmission> = {
  title: 'Website Form Submissions',
  noun: { one: 'form', many: 'forms' },
  empty: 'No form submissions found',
  call: CALL,
  csvRight: 'manage',
  readSearch: readSubmissionSearch,
  searchLabel: 'Search website forms',
  selects: FORM_SELECTS,
  sorts: SUBMISSION_SORTS,
  rowsOf: ({ submissions }) => submissions,
  Table: ({ rows }) => <SubmissionsTable heads={HEADS} rows={rows} Row={WebsiteRow} />,
};
