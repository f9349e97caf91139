import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatUsd } from '../../catalog/money.ts';
import {
  filesOf,
  type BookedDocument,
  type BookFormat,
  type BooksResponse,
  type BookSums,
} from '../../contracts/books.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadLink, useDownload } from '../base/download.tsx';
import { PageHead } from '../base/page-head.tsx';
import { withQuery } from '../base/query-fn.ts';
import { QueryPanel, Skeleton, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { Pager } from '../list/list-page.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { ListTable, type ListColumns, whoColumn } from '../list/table.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { WrittenDay } from '../list/times.tsx';
import { MonthPicker } from './month-picker.tsx';
import { monthAfter, monthName, SalesTax } from './sales-tax.tsx';
import styles from './books.css?url';

const CALL = 'GET /api/json/invoices';

/** The invoices and credit notes of a month, its sums, and the sales tax by state. */
export function BooksPage() {
  const { month: asked, q } = useSearch({ from: '/books' });
  const navigate = useNavigate();
  const [cursors, setCursors] = useState<string[]>([]);
  const query = usePanelQuery<BooksResponse>({
    queryKey: [pathOf(CALL), { month: asked, q, cursor: cursors.at(-1) }],
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const mayDownload = useMay('export');
  const open = (search: { month?: string; q?: string }) => {
    setCursors([]);
    void navigate({ to: '/books', search, replace: search.q !== undefined });
  };
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <link rel="stylesheet" href={styles} precedence="view" />
      <PageHead
        id="list-title"
        title="Books"
        query={query}
        menu={data && mayDownload && <Downloads books={data} />}
      >
        <SearchBox
          label="Search all months"
          short="Search"
          value={q ?? ''}
          onSearch={(typed) => open({ ...(asked && { month: asked }), ...(typed && { q: typed }) })}
        />
        {data && <Months books={data} onOpen={(month) => open({ month })} />}
      </PageHead>
      <QueryPanel query={query} loading={<Skeleton />}>
        {(books) => (
          <>
            {!q && <Sums sums={books.sums} owedCents={books.owedCents} />}
            <div className="books-columns stack gap-4 top">
              {!q && <SalesTax key={books.month} month={books.month} />}
              {books.invoices.length === 0 ? (
                <p className="admin-empty">
                  {q ? `Nothing found for “${q}” in any month.` : `No invoices in ${monthName(books.month)}.`}
                </p>
              ) : (
                <div className="list-area">
                  <ListTable
                    className="books-list"
                    label="Invoices and credit notes"
                    columns={COLUMNS}
                    rows={books.invoices}
                    idOf={({ number }) => number}
                    rowAttributes={({ isVoid }) => ({ 'data-void': isVoid || undefined })}
                  />
                </div>
              )}
            </div>
            <Pager
              address={{
                pagesBefore: cursors.length,
                next: (cursor) => void setCursors([...cursors, cursor]),
                previous: () => void setCursors(cursors.slice(0, -1)),
              }}
              nextCursor={books.nextCursor}
            >
              <p className="admin-small">
                {`Page ${cursors.length + 1}, ${books.nextCursor === null ? 'the last' : 'more follow'}`}
              </p>
            </Pager>
          </>
        )}
      </QueryPanel>
    </section>
  );
}

type MonthsProps = { books: BooksResponse; onOpen: (month: string) => void };

function Months({ books: { month, firstMonth, lastMonth }, onOpen }: MonthsProps) {
  return (
    <div className="books-months small-controls row middle gap-2" role="group" aria-label="Month">
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
      <MonthPicker {...{ month, onOpen }} first={firstMonth} last={lastMonth} />
    </div>
  );
}

function Sums({
  sums: { invoices, creditNotes, invoicedCents, creditedCents, netCents, taxCents },
  owedCents,
}: {
  sums: BookSums;
  owedCents: number;
}) {
  const figures = [
    ['Invoiced', invoicedCents, countText(invoices, 'invoice')],
    ['Refunded', -creditedCents, countText(creditNotes, 'credit note')],
    ['Net, without tax', netCents, ''],
    ['Sales tax', taxCents, <TaxesLink key="taxes" />],
    // Older responses do not say it.
    ['Still owed', owedCents || 0, 'as of today'],
  ] as const;
  return (
    <dl className="facts books-sums stack gap-2">
      {figures.map(([label, cents, small]) => (
        <div className="box" key={label}>
          <dt>{label}</dt>
          <dd>
            <strong className="money">{formatUsd(cents)}</strong> {small && <small>{small}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "1 invoice", "1,200 invoices" */
const countText = (count: number, name: string): string =>
  `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`;

/** To the sums of each state, which a narrow window shows below the list. */
const TaxesLink = () => (
  <button
    type="button"
    className="list-action"
    onClick={() => document.querySelector('.books-columns > .admin-card')?.scrollIntoView()}
  >
    By state
  </button>
);

const FILES: readonly [ending: string, format: BookFormat | undefined, label: string][] = [
  ['zip', undefined, 'PDFs (ZIP)'],
  ['csv', 'plain', 'Spreadsheet'],
  ['csv', 'quickbooks', 'QuickBooks invoices'],
  ['csv', 'quickbooks-credits', 'QuickBooks credit notes'],
  ['csv', 'xero', 'Xero'],
];

function Downloads({ books: { month, sums } }: { books: BooksResponse }) {
  const download = useDownload();
  const buttons = FILES.flatMap(([ending, format, label]) => {
    const files = filesOf(format ?? 'plain', sums);
    return Array.from({ length: files }, (_, index) => ({
      path: withQuery(`/api/json/invoices.${ending}`, {
        month,
        format,
        part: files > 1 ? String(index + 1) : undefined,
      }),
      label: files > 1 ? `${label}, ${index + 1} of ${files}` : label,
    }));
  });
  return (
    <>
      {buttons.map(({ path, label }) => (
        <Button key={label} isQuiet onClick={() => download(path)}>
          {label}
        </Button>
      ))}
      <p className="books-files admin-small">
        Import the QuickBooks credit notes only under <b>Import data, Credit notes</b>. Under <b>Invoices</b>,
        refunds would become sales. To look at the numbers yourself, open the spreadsheet.
      </p>
    </>
  );
}

const COLUMNS: ListColumns<BookedDocument> = {
  Number: { kind: 'key', cell: ({ number, url }) => <DownloadLink path={url}>{number}</DownloadLink> },
  Date: { kind: 'date', cell: ({ day }) => <WrittenDay day={day} /> },
  Customer: whoColumn(({ customer, kind, isVoid }) => ({
    name: customer,
    rest: [...(kind === 'credit-note' ? ['Credit note'] : []), ...(isVoid ? ['void'] : [])],
  })),
  Order: { kind: 'extra', cell: ({ orderNumber }) => <CaseLink orderNumber={orderNumber} /> },
  State: { kind: 'count', cell: ({ state }) => state },
  Net: { kind: 'money', cell: ({ netCents }) => formatUsd(netCents) },
  Tax: { kind: 'money', cell: ({ taxCents }) => formatUsd(taxCents) },
  Total: { kind: 'money', className: 'books-total', cell: ({ totalCents }) => formatUsd(totalCents) },
};
