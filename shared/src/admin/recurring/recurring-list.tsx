import { memo } from 'react';
import {
  type Agreement,
  AGREEMENT_LABELS,
  AGREEMENT_STATES,
  CHARGE_LABELS,
} from '../../contracts/recurring.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { CaseLink, ColumnHeads, WhoCell } from '../list/table-parts.tsx';
import type { Select, Options } from '../list/filters.tsx';
import type { List } from '../list/list.ts';
import { readRecurringSearch } from '../list/list-search.ts';
import { Moment } from '../list/times.tsx';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import { OfferPrices } from './offer-prices.tsx';
import { chargeDetails, priceWords } from './recurring-labels.ts';
import { RecurringState } from './recurring-state.tsx';

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

const Row = memo(function Row({ agreement }: { agreement: Agreement }) {
  const { orderNumber, name, businessName, email, state, nextChargeAt, cancelAt, startedAt } = agreement;
  const last = agreement.charges.at(-1);
  return (
    <tr>
      <th scope="row" className="list-key">
        <CaseLink orderNumber={orderNumber} />
      </th>
      <WhoCell name={name} rest={[businessName, email]} />
      <td className="list-money money">{priceWords(agreement)}</td>
      <td className="list-status">
        <RecurringState state={state} cancelAt={cancelAt} />
      </td>
      <td className="list-date soft">
        {nextChargeAt && !cancelAt ? (
          <Moment isDay at={nextChargeAt} />
        ) : (
          <span className="list-none soft" aria-label="None">
            –
          </span>
        )}
      </td>
      <td className="list-date soft list-since">
        <Moment isDay at={startedAt} />
      </td>
      <td className="list-extra">
        {last ? (
          <>
            <span>{CHARGE_LABELS[last.state]}</span> <Moment isDay at={last.paidAt ?? last.dueAt} />{' '}
            <small>{chargeDetails(last)}</small>
          </>
        ) : (
          <span className="list-none soft" aria-label="None">
            –
          </span>
        )}
      </td>
    </tr>
  );
});

function RecurringTable({ rows }: { rows: readonly Agreement[] }) {
  return (
    <>
      <OfferPrices agreements={rows} />
      <table className="list recurring-list" aria-labelledby="list-title">
        <ColumnHeads
          columns={{
            Order: 'key',
            Customer: 'who',
            Amount: 'money',
            Status: 'status',
            'Next charge': 'date',
            Started: 'date',
            'Last charge': 'extra',
          }}
        />
        <tbody>
          {rows.map((agreement) => (
            <Row key={agreement.orderNumber} agreement={agreement} />
          ))}
        </tbody>
      </table>
    </>
  );
}

export const recurringList: List<ResponseOf<typeof CALL>, Agreement> = {
  title: 'Order Tracking',
  noun: { one: 'recurring payment', many: 'recurring payments' },
  empty: 'No recurring payments found',
  call: CALL,
  csvRight: 'export',
  readSearch: readRecurringSearch,
  searchLabel: 'Search recurring payments',
  selects: SELECTS,
  sorts: SORTS,
  Above: TrackingSwitch,
  rowsOf: ({ agreements }) => agreements,
  Table: RecurringTable,
};
