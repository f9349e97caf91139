import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Suspense,
  useContext,
  useDeferredValue,
  useEffect,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { DEFAULT_PAGE_SIZE, type PageResponse } from '../../contracts/lists.ts';
import { pathPattern } from '../../contracts/call-path.ts';
import { StudioZone, useAdminHost } from '../base/admin-context.ts';
import { useMay, useModeNote } from '../base/session.queries.ts';
import { PageSkeleton, QueryPanel, Skeleton, usePanelQuery } from '../base/query-panel.tsx';
import { Filters } from './filters.tsx';
import { countWords, type List } from './list.ts';
import { PageHead } from '../base/page-head.tsx';
import { dayIn } from './times.tsx';
import { contradictionOf, isFiltered, SEARCH_OF } from './list-search.ts';
import { withQuery } from '../base/query-fn.ts';
import { useListAddress, type ListAddress } from './use-list-address.ts';
import { usePrint } from './use-print.ts';
import { wholeResponse } from './whole-response.ts';
import { hasPreview, openPreview, useActions, useUi } from '../base/ui-store.ts';
import { DownloadLink, useDownload } from '../base/download.tsx';
import { Button } from '../../ui/button.tsx';

type ListPageProps<Page extends PageResponse, Row> = { list: List<Page, Row>; Preview?: PreviewOf };

/** Shows the order of a row beside the list. */
export type PreviewOf = ComponentType<{ orderNumber: string }>;

/** A list view: heading, filters, rows, and pages. */
export function ListPage<Page extends PageResponse, Row>({ list, Preview }: ListPageProps<Page, Row>) {
  const { call, csvRight, Above, Empty, Head, Menu, Table } = list;
  const path = pathPattern(call);
  const host = useAdminHost();
  const modeNote = useModeNote();
  const timeZone = useContext(StudioZone);
  const address = useListAddress(SEARCH_OF[call]);
  const { search, pagesBefore } = address;
  // The current page stays visible while another page loads.
  const query = usePanelQuery<Page>({
    queryKey: [path, search],
    placeholderData: keepPreviousData,
    select: wholeResponse,
  });
  const { data, isPlaceholderData, dataUpdatedAt } = query;
  const rows = data ? list.rowsOf(data) : [];
  const more = data && list.moreOptions?.(data);
  const selects = list.selects.map((select) => ({
    ...select,
    options: [...select.options, ...(more?.[select.name] ?? [])],
  }));
  const asOf = host.client.asOf(withQuery(path, search));
  const download = useDownload();
  const mayDownload = useMay(csvRight ?? 'manage') && csvRight !== undefined;
  const csv = withQuery(`${path}.csv`, { ...search, cursor: undefined });
  const downloadCsv = mayDownload ? () => download(csv) : undefined;
  useListActions({ address, downloadCsv, nextCursor: data?.nextCursor });
  const printed = usePrint<Page, Row>({
    path,
    search: { ...search, cursor: undefined },
    rowsOf: (page) => list.rowsOf(wholeResponse(page)),
    hasMore: data !== undefined && (data.nextCursor !== null || pagesBefore !== 0),
  });
  const counted = data && {
    ...data,
    shown: printed.rows?.length ?? rows.length,
    before: printed.rows ? 0 : pagesBefore === undefined ? undefined : pagesBefore * DEFAULT_PAGE_SIZE,
    isNewestFirst:
      !list.sorts || (search.sort ?? (list.sorts[0]?.[1] === 'Newest first' && 'newest')) === 'newest',
  };
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <PageHead
        id="list-title"
        title={list.title}
        count={
          counted && (
            <>
              {modeNote && (
                <span className="list-mode" data-tip={modeNote}>{`${modeNote.split(':')[0]} · `}</span>
              )}
              <span role="status" data-tip={countWords(counted, list.noun)}>
                {countWords(counted, list.noun)}
              </span>
              {csvRight && (
                <span className="list-as-of">
                  {`, as of ${clockTime(new Date(asOf ?? dataUpdatedAt), timeZone)}`}
                </span>
              )}
            </>
          )
        }
        query={query}
        keepsRefresh
        menu={
          <>
            {Menu && <Menu />}
            <Button isQuiet onClick={printed.print}>
              Print
            </Button>
            {downloadCsv && (
              <DownloadLink
                className="button quiet"
                path={csv}
                go={downloadCsv}
                data-tip="Download this list as a spreadsheet (comma-separated values)"
              >
                Download CSV
              </DownloadLink>
            )}
          </>
        }
      >
        {Head && <Head />}
      </PageHead>
      <Filters list={list} address={address} selects={selects}>
        {Above && <Above page={data} />}
      </Filters>
      <QueryPanel query={query} loading={<Skeleton />}>
        {({ nextCursor }) => (
          <>
            {rows.length === 0 ? (
              <p className="admin-empty">
                <span>{list.empty}</span>
                {isFiltered(search) && (
                  <small className="block above-2">
                    {contradictionOf(search, dayIn(timeZone, new Date())) ??
                      (Empty ? <Empty search={search} /> : 'Nothing matches these filters.')}
                  </small>
                )}
              </p>
            ) : (
              <Split Preview={Preview}>
                {printed.rows ? <Table rows={printed.rows} /> : <Rows rows={rows} Table={Table} />}
              </Split>
            )}
            <Pager address={address} nextCursor={nextCursor} />
          </>
        )}
      </QueryPanel>
    </section>
  );
}

const clockTime = (at: Date, timeZone: string) =>
  at.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone });

/** About one screen of rows. */
const INITIAL_ROWS = 20;
let isFirstList = true;

/** A list with the order of one row beside it. */
function Split({ Preview, children }: { Preview: PreviewOf | undefined; children: ReactNode }) {
  const preview = useUi((ui) => ui.preview);
  useEffect(() => () => openPreview(null), []);
  if (!Preview) return <div className="list-area">{children}</div>;
  const openRow = ({ target }: MouseEvent<HTMLElement>) => {
    const isControl = (target as Element).closest('a, button, input, select, label, .list-expanded');
    const link = (target as Element).closest('tr')?.querySelector('[data-row-link]');
    if (!isControl && link?.textContent && hasPreview() && getSelection()?.isCollapsed !== false)
      openPreview(link.textContent);
  };
  return (
    <div className="list-split" data-preview={preview ?? undefined}>
      {/* By keyboard, Enter on the link of the row does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="list-area" onClick={openRow}>
        {children}
      </div>
      {preview && (
        <aside className="list-preview" aria-label={`Preview of ${preview}`}>
          <p className="list-preview-bar row gap-2 any-width">
            <Link className="button quiet" to="/case/$orderNumber" params={{ orderNumber: preview }}>
              Open
            </Link>
            <Button isQuiet onClick={() => openPreview(null)}>
              Close
            </Button>
          </p>
          <Suspense fallback={<PageSkeleton name={preview} />}>
            <Preview key={preview} orderNumber={preview} />
          </Suspense>
        </aside>
      )}
    </div>
  );
}

type RowsProps<Row> = { rows: readonly Row[]; Table: List<PageResponse, Row>['Table'] };

/** Renders only the first rows of the first list right away, so that it appears sooner. */
function Rows<Row>({ rows, Table }: RowsProps<Row>) {
  const drawn = useDeferredValue(rows, isFirstList ? rows.slice(0, INITIAL_ROWS) : rows);
  useEffect(() => {
    isFirstList = false;
  }, []);
  return <Table rows={drawn} />;
}

type ListActions = {
  address: ListAddress;
  /** Undefined without the right. */
  downloadCsv: (() => void) | undefined;
  nextCursor: string | null | undefined;
};

/** Makes a list's buttons available in the command palette and as shortcuts. */
function useListActions({ address, downloadCsv, nextCursor }: ListActions): void {
  const { search, clear, pagesBefore, next, previous } = address;
  useActions([
    ...(downloadCsv ? [{ label: 'Download CSV', run: downloadCsv }] : []),
    ...(isFiltered(search) ? [{ label: 'Clear all filters', run: clear }] : []),
    ...(nextCursor ? [{ label: 'Next page', shortcut: 'n', run: () => next(nextCursor) }] : []),
    ...(pagesBefore === 0 ? [] : [{ label: 'Previous page', shortcut: 'p', run: previous }]),
  ]);
}

type PagerProps = {
  address: Pick<ListAddress, 'pagesBefore' | 'next' | 'previous'>;
  nextCursor: string | null;
  children?: ReactNode;
};

export function Pager({ address: { pagesBefore, next, previous }, nextCursor, children }: PagerProps) {
  if (pagesBefore === 0 && nextCursor === null) return null;
  return (
    <nav className="list-pager row gap-2" aria-label="Pages">
      {children}
      {pagesBefore !== 0 && (
        <Button isQuiet onClick={previous}>
          {pagesBefore === undefined ? 'First page' : 'Previous page'}
        </Button>
      )}
      {nextCursor !== null && (
        <Button isQuiet onClick={() => next(nextCursor)}>
          Next page
        </Button>
      )}
    </nav>
  );
}
