import { type Agreement, AGREEMENT_LABELS, CHARGE_LABELS } from '../../contracts/recurring.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { ListTable, type ListColumns, None, whoColumn } from '../list/table.tsx';
import { CaseLink, ModeMark } from '../list/table-parts.tsx';
import type { Select, Options } from '../list/filters.tsx';
import type { List } from '../list/list.ts';
import { ListPage, type PreviewOf } from '../list/list-page.tsx';
import { Moment } from '../list/times.tsx';
import { OfferPrices } from './offer-prices.tsx';
import { chargeDetails, priceWords, RecurringState } from './recurring-labels.tsx';
import { AGREEMENT_STATES } from '../../contracts/lists.ts';

const CALL = 'GET /api/json/recurring';

const SELECTS: readonly Select[] = [
  {
    name: 'state',
    label: 'Status',
    options: [
      ['', 'Any status'],
      ...AGREEMENT_STATES.map((state) => [state, AGREEMENT_LABELS[state]] as const),
      ['ending', 'Ending'],
    ],
  },
  {
    name: 'period',
    label: 'Period',
    options: [
      ['', 'Any period'],
      ['month', 'Monthly'],
      ['year', 'Yearly'],
    ],
  },
];

const SORTS: Options = [
  ['', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['next', 'Soonest charge first'],
  ['highest', 'Highest amount first'],
];

const COLUMNS: ListColumns<Agreement> = {
  Order: { kind: 'key', cell: ({ orderNumber }) => <CaseLink orderNumber={orderNumber} /> },
  Customer: whoColumn(({ name, businessName, email }) => ({ name, rest: [businessName || email] })),
  Amount: { kind: 'money', sorts: { descending: 'highest' }, cell: priceWords },
  Status: {
    kind: 'status',
    cell: ({ state, cancelAt, mode }) => (
      <>
        <RecurringState state={state} cancelAt={cancelAt} />
        <ModeMark mode={mode} />
      </>
    ),
  },
  'Next charge': {
    kind: 'date',
    sorts: { ascending: 'next' },
    cell: ({ nextChargeAt, cancelAt }) =>
      nextChargeAt && !cancelAt ? <Moment isDay at={nextChargeAt} /> : <None />,
  },
  Started: {
    kind: 'date',
    sorts: { descending: 'newest', ascending: 'oldest' },
    className: 'list-since',
    cell: ({ startedAt }) => <Moment isDay at={startedAt} />,
  },
  'Last charge': {
    kind: 'extra',
    cell: ({ charges }) => {
      const last = charges.at(-1);
      if (!last) return <None />;
      return (
        <>
          <span>{CHARGE_LABELS[last.state]}</span> <Moment isDay at={last.paidAt ?? last.dueAt} />{' '}
          <small>{chargeDetails(last)}</small>
        </>
      );
    },
  },
};

const recurringList: List<ResponseOf<typeof CALL>, Agreement> = {
  title: 'Recurring',
  noun: { one: 'recurring payment', many: 'recurring payments' },
  empty: 'No recurring payments found',
  call: CALL,
  csvRight: 'export',
  searchLabel: 'Search recurring payments',
  selects: SELECTS,
  sorts: SORTS,
  rowsOf: ({ agreements }) => agreements,
  Above: OfferPrices,
  Table: ({ rows }) => (
    <ListTable
      className="recurring-list"
      columns={COLUMNS}
      rows={rows}
      idOf={({ orderNumber }) => orderNumber}
    />
  ),
};

export const RecurringPage = ({ Preview }: { Preview: PreviewOf }) => (
  <ListPage list={recurringList} Preview={Preview} />
);
