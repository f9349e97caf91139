import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatUsd } from '../../catalog/money.ts';
import { filesOf, type BookedDocument, type BookFormat, type BooksResponse } from '../../contracts/books.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../base/fields.tsx';
import { DownloadLink, useDownload } from '../base/download.tsx';
import { PageHead } from '../base/page-head.tsx';
import { withQuery } from '../base/query-fn.ts';
import { QueryPanel, Skeleton, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { Pager } from '../list/list-page.tsx';
import { SearchBox } from '../list/search-box.tsx';
import { usePrint } from '../list/use-print.ts';
import { ListTable, type ListColumns, None, whoColumn } from '../list/table.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { WrittenDay } from '../list/times.tsx';
import { MonthPicker } from './month-picker.tsx';
import { BackToBooks, OwedList } from './owed.tsx';
import { Sums } from './sums.tsx';
import { monthAfter, SalesTax, spanName, spanOf, SPANS } from './sales-tax.tsx';
import styles from './books.css?url';

const CALL = 'GET /api/json/invoices';

/** The invoices and credit notes of a month, a quarter, or a year, with the sums and the sales tax by state. */
export function BooksPage() {
  const { month: asked, through, q, owed } = useSearch({ from: '/books' });
  const navigate = useNavigate();
  const [cursors, setCursors] = useState<string[]>([]);
  const query = usePanelQuery<BooksResponse>({
    queryKey: [pathOf(CALL), { month: asked, through, q, cursor: cursors.at(-1) }],
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const mayDownload = useMay('export');
  const printed = usePrint<BooksResponse, BookedDocument>({
    path: pathOf(CALL),
    search: { month: data?.month, through: data?.through, q },
    rowsOf: ({ invoices }) => invoices,
    hasMore: data !== undefined && (data.nextCursor !== null || cursors.length > 0),
  });
  const open = (search: { month?: string; through?: string; q?: string }) => {
    setCursors([]);
    void navigate({ to: '/books', search, replace: search.q !== undefined });
  };
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <link rel="stylesheet" href={styles} precedence="view" />
      <PageHead
        id="list-title"
        title={owed ? 'Still owed' : 'Books'}
        query={query}
        menu={
          data &&
          !owed && (
            <>
              <Button isQuiet onClick={printed.print}>
                Print
              </Button>
              {mayDownload && !q && <Downloads books={data} />}
            </>
          )
        }
      >
        {owed ? (
          <BackToBooks />
        ) : (
          <SearchBox
            label="Search all months"
            short="Search"
            value={q ?? ''}
            onSearch={(typed) =>
              open({
                ...(asked && { month: asked }),
                ...(through && { through }),
                ...(typed && { q: typed }),
              })
            }
          />
        )}
        {data && !q && !owed && (
          <>
            <Span books={data} onOpen={open} />
            <Months books={data} onOpen={(month) => open(spanOf(month, monthsOf(data)))} />
          </>
        )}
      </PageHead>
      {owed ? (
        <OwedList />
      ) : (
        <QueryPanel query={query} loading={<Skeleton />}>
          {(books) => (
            <>
              {q ? <Found {...books} /> : <Sums sums={books.sums} owedCents={books.owedCents} />}
              <div className="books-columns stack gap-4 top">
                {!q && <SalesTax {...books} />}
                {books.invoices.length === 0 ? (
                  <p className="admin-empty">
                    {q ? `Nothing found for “${q}” in any month.` : `No invoices in ${spanName(books)}.`}
                  </p>
                ) : (
                  <div className="list-area">
                    <ListTable
                      className="books-list"
                      label="Invoices and credit notes"
                      columns={q ? FOUND_COLUMNS : COLUMNS}
                      rows={printed.rows ?? books.invoices}
                      idOf={({ number }) => number}
                      rowAttributes={({ isVoid }) => ({ 'data-void': isVoid || undefined })}
                    />
                    {!printed.rows && (
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
                    )}
                  </div>
                )}
              </div>
            </>
          )}
        </QueryPanel>
      )}
    </section>
  );
}

type MonthsProps = { books: BooksResponse; onOpen: (month: string) => void };

/** How many months the books show. */
const monthsOf = ({ month, through = month }: BooksResponse): number =>
  [1, 3, 12].find((months) => monthAfter(month, months - 1) >= through) ?? 12;

/** Whether it is a month, its quarter, or its year. */
function Span({
  books,
  onOpen,
}: {
  books: BooksResponse;
  onOpen: (span: ReturnType<typeof spanOf>) => void;
}) {
  return (
    <select
      className="input books-span"
      aria-label="Period"
      value={monthsOf(books)}
      onChange={({ target }) => onOpen(spanOf(books.month, Number(target.value)))}
    >
      <Choices of={SPANS} />
    </select>
  );
}

/** What a search found, in all months. */
const Found = ({ found }: Pick<BooksResponse, 'found'>) =>
  // Older responses do not say it.
  found && (
    <p role="status">
      {`${found.count.toLocaleString('en-US')} ${found.count === 1 ? 'document' : 'documents'} in all months, ${formatUsd(found.totalCents)}`}
    </p>
  );

function Months({ books, onOpen }: MonthsProps) {
  const { month, through = month, firstMonth, lastMonth } = books;
  const step = monthsOf(books);
  return (
    <div className="books-months small-controls row middle gap-2" role="group" aria-label="Month">
      <Button
        isQuiet
        disabled={firstMonth === null || month <= firstMonth}
        onClick={() => onOpen(monthAfter(month, -step))}
      >
        Earlier
      </Button>
      <h3>{spanName(books)}</h3>
      <Button
        isQuiet
        disabled={lastMonth === null || through >= lastMonth}
        onClick={() => onOpen(monthAfter(month, step))}
      >
        Later
      </Button>
      <MonthPicker {...{ month, onOpen }} first={firstMonth} last={lastMonth} />
    </div>
  );
}

const FILES: readonly [ending: string, format: BookFormat | undefined, label: string][] = [
  ['zip', undefined, 'PDFs (ZIP)'],
  ['csv', 'plain', 'Spreadsheet'],
  ['csv', 'quickbooks', 'QuickBooks invoices'],
  ['csv', 'quickbooks-credits', 'QuickBooks credit notes'],
  ['csv', 'xero', 'Xero'],
];

function Downloads({ books: { month, through, sums } }: { books: BooksResponse }) {
  const download = useDownload();
  const buttons = FILES.flatMap(([ending, format, label]) => {
    const files = filesOf(format ?? 'plain', sums);
    return Array.from({ length: files }, (_, index) => ({
      path: withQuery(`/api/json/invoices.${ending}`, {
        month,
        through,
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

const whoOf = (alsoOf: (row: BookedDocument) => string | undefined) =>
  whoColumn<BookedDocument>((row) => ({
    name: row.customer,
    rest: [row.kind === 'credit-note' && 'Credit note', row.isVoid && 'void', alsoOf(row)].filter(
      (text) => typeof text === 'string',
    ),
  }));

const COLUMNS: ListColumns<BookedDocument> = {
  Number: { kind: 'key', cell: ({ number, url }) => <DownloadLink path={url}>{number}</DownloadLink> },
  Date: { kind: 'date', cell: ({ day }) => <WrittenDay day={day} /> },
  Customer: whoOf(() => undefined),
  Order: { kind: 'extra', cell: ({ orderNumber }) => <CaseLink orderNumber={orderNumber} /> },
  State: { kind: 'count', cell: ({ state }) => state },
  Paid: { kind: 'status', cell: ({ paidBy }) => paidBy ?? <None /> },
  Net: { kind: 'money', cell: ({ netCents }) => formatUsd(netCents) },
  Tax: { kind: 'money', className: 'books-tax', cell: ({ taxCents }) => formatUsd(taxCents) },
  Total: { kind: 'money', className: 'books-total', cell: ({ totalCents }) => formatUsd(totalCents) },
};

/** A search also finds the person of a business. */
const FOUND_COLUMNS: ListColumns<BookedDocument> = { ...COLUMNS, Customer: whoOf(({ person }) => person) };
