import { DEFAULT_PAGE_SIZE, type PageResponse } from '../../contracts/lists.ts';
import { Button } from '../../ui/button.tsx';
import { type List, countWords } from './list.ts';
import { Choice } from './filters.tsx';
import type { ListAddress } from './use-list-address.ts';

type ListHeadProps = {
  list: Pick<List, 'title' | 'noun' | 'sorts' | 'csvRight' | 'Head'>;
  address: ListAddress;
  /** The counts of rows. Undefined until the first response. */
  page: (Pick<PageResponse, 'total' | 'isTotalExact'> & { shown: number; asOf: Date }) | undefined;
  isFetching: boolean;
  csv: string;
  /** Undefined without the right. */
  downloadCsv: (() => void) | undefined;
  refresh: () => void;
};

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** A list's heading, count, sort order, CSV download, and Refresh button. */
export function ListHead({ list, address, page, isFetching, csv, downloadCsv, refresh }: ListHeadProps) {
  const { search, pagesBefore, change } = address;
  const { sorts, csvRight, Head } = list;
  return (
    <div className="admin-panel-head">
      <h2 id="list-title">{list.title}</h2>
      {page && (
        <p className="admin-small">
          <span role="status">
            {countWords(
              {
                ...page,
                before: pagesBefore === undefined ? undefined : pagesBefore * DEFAULT_PAGE_SIZE,
                isNewestFirst:
                  !sorts || (search.sort ?? (sorts[0]?.[1] === 'Newest first' && 'newest')) === 'newest',
              },
              list.noun,
            )}
          </span>
          {csvRight && <span>{`, as of ${clock.format(page.asOf)}`}</span>}
        </p>
      )}
      {sorts && (
        <Choice label="Sort by" options={sorts} value={search.sort} onChoose={(sort) => change({ sort })} />
      )}
      {Head && <Head />}
      {downloadCsv && (
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
      )}
      <Button isQuiet isBusy={isFetching} onClick={refresh}>
        Refresh
      </Button>
    </div>
  );
}
