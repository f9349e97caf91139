import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../catalog/money.ts';
import type { Owed } from '../../contracts/books.ts';
import { Reads } from '../base/query-panel.tsx';
import { ListTable, whoColumn, type ListColumns } from '../list/table.tsx';
import { CaseLink, QuoteLink } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';

const DAY_MS = 24 * 60 * 60_000;
/** By how many days ago it was asked for, or agreed on. */
const AGES = [
  ['Up to 30 days', 30],
  ['31 to 60 days', 60],
  ['61 to 90 days', 90],
  ['Over 90 days', Infinity],
] as const;

const ageOf = ({ since }: Owed, now: number): string =>
  AGES.find(([, days]) => now - Date.parse(since) < (days + 1) * DAY_MS)?.[0] ?? '';

const wholeOf = ({ cents, laterCents }: Owed): number => cents + laterCents;

const COLUMNS: ListColumns<Owed> = {
  For: {
    kind: 'key',
    cell: ({ number }) =>
      number.startsWith('Q-') ? <QuoteLink number={number} /> : <CaseLink orderNumber={number} />,
  },
  Since: { kind: 'date', cell: ({ since }) => <Moment isDay at={since} /> },
  Customer: whoColumn(({ customer, reason, askedAt }) => ({
    name: customer,
    rest: [reason, askedAt ? 'waiting for payment' : 'not asked for yet'],
  })),
  Owed: {
    kind: 'money',
    cell: (owed) => (
      <>
        <span>{formatUsd(wholeOf(owed))}</span>
        {owed.laterCents > 0 && <small>{` ${formatUsd(owed.laterCents)} of it later`}</small>}
      </>
    ),
  },
};

/** Who owes what, and since when: the oldest first. */
export function OwedList() {
  return (
    <Reads call="GET /api/json/owed">
      {({ owed }, { dataUpdatedAt }) => (
        <>
          <dl className="facts books-sums stack gap-2">
            {[...AGES.map(([name]) => name), 'All'].map((name) => {
              const of = owed.filter((one) => name === 'All' || ageOf(one, dataUpdatedAt) === name);
              return (
                <div className="box" key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <strong className="money">
                      {formatUsd(of.reduce((sum, one) => sum + wholeOf(one), 0))}
                    </strong>{' '}
                    <small>{of.length}</small>
                  </dd>
                </div>
              );
            })}
          </dl>
          {owed.length === 0 ? (
            <p className="admin-empty">Nobody owes anything.</p>
          ) : (
            <div className="list-area">
              <ListTable
                className="books-list"
                label="Still owed"
                columns={COLUMNS}
                rows={owed}
                idOf={({ number, since, reason }) => `${number} ${since} ${reason}`}
              />
            </div>
          )}
        </>
      )}
    </Reads>
  );
}

export const BackToBooks = () => (
  <Link className="button quiet" to="/books" search={{}}>
    All books
  </Link>
);
