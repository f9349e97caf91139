import type { OnHoldSubmission } from '../../contracts/submissions.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { List } from '../list/list.ts';
import { readSubmissionSearch } from '../list/list-search.ts';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import { onHoldAnswers } from '../../contracts/labeled-answers.ts';
import { FORM_SELECTS, SUBMISSION_SORTS } from './submission-filters.ts';
import { submissionsTable } from './submissions-table.tsx';

const CALL = 'GET /api/json/on-hold-submissions';
const Table = submissionsTable<OnHoldSubmission>({
  form: 'onhold',
  whoOf: ({ businessName, email }) => ({ name: businessName, rest: [email] }),
  extra: {
    'Business niche': {
      kind: 'extra',
      attributes: ({ businessNiche }) => ({ 'data-tip': businessNiche }),
      cell: ({ businessNiche }) => <bdi>{businessNiche}</bdi>,
    },
  },
  answersOf: onHoldAnswers,
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
  Table,
};
