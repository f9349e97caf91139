import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { failureText } from '../../contracts/call-error.ts';
import { DEFAULT_PAGE_SIZE, type PageAnswer } from '../../contracts/admin/lists.ts';
import { Button } from '../../ui/button.tsx';
import { useAdminHost } from '../admin-context.ts';
import { contradictionOf } from './conflicting-filters.ts';
import { Choice, type Options } from './select-filter.tsx';
import { isFiltered } from './list-search.ts';
import { countWords, type Noun } from './list-labels.ts';
import type { ListPageQuery } from './list.queries.ts';
import { Pager } from './pager.tsx';
import { withQuery } from './query-text.ts';
import { useListActions } from './use-list-actions.ts';
import type { ListAddress } from './use-list-address.ts';

type ListPageProps<Answer extends PageAnswer, Row> = {
  title: string;
  noun: Noun;
  /** What an empty list says. */
  empty: string;
  path: string;
  csvPath: string;
  address: ListAddress;
  query: ListPageQuery<Answer>;
  filters: ReactNode;
  sorts: Options;
  /** Between the heading and the filters. */
  above?: ReactNode;
  rowsOf: (answer: Answer) => readonly Row[];
  children: (rows: readonly Row[]) => ReactNode;
};

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** What all lists have: heading and count, Refresh, the file, filters, what went wrong, what is missing, and pages. */
export function ListPage<Answer extends PageAnswer, Row>(props: ListPageProps<Answer, Row>) {
  const { title, noun, empty, path, csvPath, address, query, filters, sorts, above, rowsOf, children } =
    props;
  const host = useAdminHost();
  const { data, error, isPending, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = query;
  const { search, pagesBefore, change } = address;
  const rows = data ? rowsOf(data) : [];
  const shown = rows.length;
  const asOf = host.client.asOf(withQuery(path, search));
  const csv = withQuery(csvPath, { ...search, cursor: undefined });
  const refresh = () => void refetch();
  const downloadCsv = () => host.download(csv);
  useListActions({ address, refresh, downloadCsv, nextCursor: data?.nextCursor });
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <div className="admin-panel-head">
        <h2 id="list-title">{title}</h2>
        {data && (
          <p className="admin-small">
            <span role="status">
              {countWords(
                {
                  ...data,
                  shown,
                  before: pagesBefore === undefined ? undefined : pagesBefore * DEFAULT_PAGE_SIZE,
                  isNewestFirst: (search.sort ?? 'newest') === 'newest',
                },
                noun,
              )}
            </span>
            , as of {clock.format(asOf ? new Date(asOf) : dataUpdatedAt)}
          </p>
        )}
        <Choice label="Sort by" options={sorts} value={search.sort} onChoose={(sort) => change({ sort })} />
        <a
          className="button quiet"
          href={csv}
          download
          data-tip="Download this list as a spreadsheet (comma-separated values)"
          onClick={(event) => {
            event.preventDefault();
            downloadCsv();
          }}
        >
          Download CSV
        </a>
        <Button isQuiet isBusy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {above}
      {filters}
      <div role="alert">
        {error && (
          <div className="alert admin-banner">
            <p>{failureText(error, error.message, 'Couldn’t reach the server.')}</p>
            {data ? (
              <p>Showing the last saved data.</p>
            ) : (
              <Button isQuiet isBusy={isFetching} onClick={refresh}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
      {isPending && <Skeleton />}
      {data && shown === 0 && (
        <p className="admin-empty">
          {empty}
          {isFiltered(search) && (
            <small>{contradictionOf(search, todayInUtc()) ?? 'Nothing matches these filters.'}</small>
          )}
        </p>
      )}
      {shown > 0 && <Rows rows={rows}>{children}</Rows>}
      {data && <Pager address={address} nextCursor={data.nextCursor} />}
    </section>
  );
}

const todayInUtc = () => new Date().toISOString().slice(0, 10);

/** About as many as a screen shows. */
const INITIAL_ROWS = 20;
let isFirstList = true;

type RowsProps<Row> = { rows: readonly Row[]; children: (rows: readonly Row[]) => ReactNode };

/** The window's first list is seen before all of its rows are drawn. */
function Rows<Row>({ rows, children }: RowsProps<Row>) {
  const drawn = useDeferredValue(rows, isFirstList ? rows.slice(0, INITIAL_ROWS) : rows);
  useEffect(() => {
    isFirstList = false;
  }, []);
  return children(drawn);
}

const BARS = Array.from({ length: 12 }, (_, index) => index);

function Skeleton() {
  return (
    <div className="list-skeleton">
      <p className="visually-hidden">Loading…</p>
      {BARS.map((bar) => (
        <span key={bar} aria-hidden="true" />
      ))}
    </div>
  );
}
