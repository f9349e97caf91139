import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { formatUsd } from '../../catalog/money.ts';
import type { BookedDocument, BooksResponse, BookSums, StateSums } from '../../contracts/books.ts';
import { pathOf } from '../../contracts/call-path.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../base/card.tsx';
import { DownloadLink, useDownload } from '../base/download.tsx';
import { withQuery } from '../base/query-fn.ts';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { useActions } from '../base/ui-store.ts';
import { Skeleton } from '../list/list-page.tsx';
import { CaseLink, ColumnHeads, WhoCell } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import styles from './books.css?url';

const CALL = 'GET /api/json/invoices';

/** "2026-11" some months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The invoices and credit notes of a month, its sums, and the sales tax by state. */
export function BooksPage() {
  const { month: asked } = useSearch({ from: '/books' });
  const navigate = useNavigate();
  const [cursors, setCursors] = useState<string[]>([]);
  const query = usePanelQuery<BooksResponse>({
    queryKey: [pathOf(CALL), { month: asked, cursor: cursors.at(-1) }],
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isPlaceholderData } = query;
  const open = (month: string) => {
    setCursors([]);
    void navigate({ to: '/books', search: { month } });
  };
  useActions([{ label: 'Refresh', shortcut: 'r', run: () => void query.refetch() }]);
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <link rel="stylesheet" href={styles} />
      <div className="admin-panel-head">
        <h2 id="list-title">Books</h2>
        <Button isQuiet isBusy={isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </div>
      <TrackingSwitch />
      <QueryPanel query={query} loading={<Skeleton />}>
        {(books) => (
          <>
            <Months books={books} onOpen={open} />
            <Sums sums={books.sums} />
            <Downloads month={books.month} />
            <Taxes key={books.month} month={books.month} />
            {books.invoices.length === 0 ? (
              <p className="admin-empty">No invoices in {monthName(books.month)}.</p>
            ) : (
              <div className="list-area">
                <Documents documents={books.invoices} />
              </div>
            )}
            {(cursors.length > 0 || books.nextCursor !== null) && (
              <nav className="list-pager" aria-label="Pages">
                {cursors.length > 0 && (
                  <Button isQuiet onClick={() => setCursors(cursors.slice(0, -1))}>
                    Previous page
                  </Button>
                )}
                {books.nextCursor !== null && (
                  <Button isQuiet onClick={() => setCursors([...cursors, data?.nextCursor ?? ''])}>
                    Next page
                  </Button>
                )}
              </nav>
            )}
          </>
        )}
      </QueryPanel>
    </section>
  );
}

type MonthsProps = { books: BooksResponse; onOpen: (month: string) => void };

function Months({ books: { month, firstMonth, lastMonth }, onOpen }: MonthsProps) {
  return (
    <div className="books-months" role="group" aria-label="Month">
      <Button
        isQuiet
        disabled={firstMonth === null || month <= firstMonth}
        onClick={() => onOpen(monthAfter(month, -1))}
      >
        Earlier
      </Button>
      <h3>{monthName(month)}</h3>
      <Button
        isQuiet
        disabled={lastMonth === null || month >= lastMonth}
        onClick={() => onOpen(monthAfter(month, 1))}
      >
        Later
      </Button>
      <label>
        Go to{' '}
        <input
          className="input"
          type="month"
          value={month}
          min={firstMonth ?? undefined}
          max={lastMonth ?? undefined}
          onChange={({ target }) => target.validity.valid && target.value && onOpen(target.value)}
        />
      </label>
    </div>
  );
}

function Sums({
  sums: { invoices, creditNotes, invoicedCents, creditedCents, netCents, taxCents },
}: {
  sums: BookSums;
}) {
  const figures = [
    ['Invoiced', invoicedCents, `${invoices.toLocaleString('en-US')} invoices`],
    ['Refunded', -creditedCents, `${creditNotes.toLocaleString('en-US')} credit notes`],
    ['Net, without tax', netCents, ''],
    ['Sales tax', taxCents, ''],
  ] as const;
  return (
    <dl className="books-sums">
      {figures.map(([label, cents, small]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong className="money">{formatUsd(cents)}</strong> {small && <small>{small}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FILES = [
  ['zip', '', 'PDFs (ZIP)'],
  ['csv', 'plain', 'Spreadsheet'],
  ['csv', 'quickbooks', 'QuickBooks invoices'],
  ['csv', 'quickbooks-credits', 'QuickBooks credit memos'],
  ['csv', 'xero', 'Xero'],
] as const;

function Downloads({ month }: { month: string }) {
  const mayDownload = useMay('export');
  const download = useDownload();
  if (!mayDownload) return null;
  return (
    <p className="books-files" role="group" aria-label="Download">
      {FILES.map(([ending, format, label]) => (
        <Button
          key={label}
          isQuiet
          onClick={() =>
            download(withQuery(`/api/json/invoices.${ending}`, { month, format: format || undefined }))
          }
        >
          {label}
        </Button>
      ))}
    </p>
  );
}

function Documents({ documents }: { documents: readonly BookedDocument[] }) {
  return (
    <table className="list books-list" aria-label="Invoices and credit notes">
      <ColumnHeads
        columns={{
          Number: 'key',
          Date: 'date',
          Customer: 'who',
          Order: 'extra',
          State: 'count',
          Net: 'money',
          Tax: 'money',
          Total: 'money',
        }}
      />
      <tbody>
        {documents.map((document) => (
          <DocumentRow key={document.number} document={document} />
        ))}
      </tbody>
    </table>
  );
}

const DocumentRow = memo(function DocumentRow({ document }: { document: BookedDocument }) {
  const { number, kind, isVoid, date, orderNumber, customer, state, netCents, taxCents, totalCents, url } =
    document;
  const notes = [...(kind === 'credit-note' ? ['Credit note'] : []), ...(isVoid ? ['void'] : [])];
  return (
    <tr data-void={isVoid || undefined}>
      <th scope="row" className="list-key">
        <DownloadLink path={url}>{number}</DownloadLink>
      </th>
      <td className="list-date">
        <Moment isDay at={date} />
      </td>
      <WhoCell name={customer} rest={notes} />
      <td className="list-extra">
        <CaseLink orderNumber={orderNumber} />
      </td>
      <td className="list-count">{state}</td>
      <td className="list-money money">{formatUsd(netCents)}</td>
      <td className="list-money money">{formatUsd(taxCents)}</td>
      <td className="list-money money books-total">{formatUsd(totalCents)}</td>
    </tr>
  );
});

/** The span of months that a tax return asks for. */
const SPANS = { month: 'This month', quarter: 'Its quarter', year: 'Its year' } as const;
type Span = keyof typeof SPANS;

export function spanOf(month: string, span: Span): { from: string; to: string } {
  const [year = '', number = ''] = month.split('-');
  if (span === 'month') return { from: month, to: month };
  if (span === 'year') return { from: `${year}-01`, to: `${year}-12` };
  const first = Math.floor((Number(number) - 1) / 3) * 3 + 1;
  const from = `${year}-${String(first).padStart(2, '0')}`;
  return { from, to: monthAfter(from, 2) };
}

const TAXES = 'GET /api/json/taxes';

function Taxes({ month }: { month: string }) {
  const [span, setSpan] = useState<Span>('month');
  const { data } = useQuery<ResponseOf<typeof TAXES>>({
    queryKey: [pathOf(TAXES), spanOf(month, span)],
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Sales tax by state">
      <label className="books-span">
        Period{' '}
        <select className="input" value={span} onChange={({ target }) => setSpan(target.value as Span)}>
          {Object.entries(SPANS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {data && (
        <>
          <p className="admin-small">
            {monthName(data.from)}
            {data.to !== data.from && ` to ${monthName(data.to)}`}. Refunds are taken off in the month of the
            refund.
          </p>
          <div className="books-scroll">
            <table className="books-taxes">
              <thead>
                <tr>
                  <th scope="col">State</th>
                  <th scope="col">Sold, without tax</th>
                  <th scope="col">Sales tax</th>
                </tr>
              </thead>
              <tbody>
                {data.byState.map((one) => (
                  <StateRow key={one.state} sums={one} name={one.state} />
                ))}
                <StateRow sums={data.sums} name="All" />
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}

function StateRow({
  sums: { netCents, taxCents },
  name,
}: {
  sums: Pick<StateSums, 'netCents' | 'taxCents'>;
  name: string;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="money">{formatUsd(netCents)}</td>
      <td className="money">{formatUsd(taxCents)}</td>
    </tr>
  );
}
