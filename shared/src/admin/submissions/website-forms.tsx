import { type WebsiteSubmission, hostingWords } from '../../contracts/submissions.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { websiteAnswers } from '../../contracts/labeled-answers.ts';
import { FORM_SELECTS, SUBMISSION_SORTS } from './submission-filters.ts';
import { submissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/form-submissions';
const Table = submissionsTable<WebsiteSubmission>({
  form: 'website',
  whoOf: ({ name, email }) => ({ name, rest: [email] }),
  extra: {
    Package: { kind: 'extra', cell: (submission) => submission.package },
    Hosting: { kind: 'extra', cell: ({ hosting }) => hostingWords(hosting) },
  },
  answersOf: websiteAnswers,
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
  Table,
};
