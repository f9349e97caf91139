import styles from './quotes.css?url';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import { pathOf } from '../../contracts/call-path.ts';
import { DEFAULT_PAGE_SIZE } from '../../contracts/lists.ts';
import type { ListedQuote, QuotesResponse } from '../../contracts/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { useActions } from '../base/ui-store.ts';
import { Filters, type Select } from '../list/filters.tsx';
import { countWords } from '../list/list.ts';
import { Pager, Skeleton } from '../list/list-page.tsx';
import { isFiltered, readQuoteSearch } from '../list/list-search.ts';
import { ColumnHeads, QuoteLink, WhoCell } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { TrackingSwitch } from '../orders/tracking-switch.tsx';
import { customerOf, QUOTE_FILTERS, waitsFor } from './quote-labels.ts';
import { QuoteState } from './quote-state.tsx';

const QUOTES = { one: 'quote', many: 'quotes' };
const SELECTS: readonly Select[] = [{ name: 'state', label: 'State', options: QUOTE_FILTERS }];

/** All quotes, their figures, and what each waits for. */
export function QuotesPage() {
  const address = useListAddress(readQuoteSearch);
  const { search } = address;
  const query = usePanelQuery<QuotesResponse>({
    queryKey: [pathOf('GET /api/json/quotes'), search],
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, isPlaceholderData } = query;
  const mayWork = useMay('work');
  const before = address.pagesBefore === undefined ? undefined : address.pagesBefore * DEFAULT_PAGE_SIZE;
  const refresh = () => void query.refetch();
  useActions([
    { label: 'Refresh', shortcut: 'r', run: refresh },
    ...(isFiltered(search) ? [{ label: 'Clear all filters', run: address.clear }] : []),
  ]);
  return (
    <section aria-labelledby="list-title" aria-busy={isPlaceholderData || undefined}>
      <link rel="stylesheet" href={styles} />
      <div className="admin-panel-head">
        <h2 id="list-title">Quotes</h2>
        {data && (
          <p className="admin-small" role="status">
            {countWords({ ...data, shown: data.quotes.length, before, isNewestFirst: true }, QUOTES)}
          </p>
        )}
        {mayWork && (
          <Link className="button quotes-write" to="/quotes/new">
            Write a quote
          </Link>
        )}
        <Button isQuiet isBusy={isFetching} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <TrackingSwitch />
      {data && <Figures figures={data.figures} state={search.state} />}
      <Filters searchLabel="Search quotes" address={address} selects={SELECTS} hasDates={false} />
      <QueryPanel query={query} loading={<Skeleton />}>
        {({ quotes, nextCursor }) => (
          <>
            {quotes.length === 0 ? (
              <p className="admin-empty">
                No quotes found
                {isFiltered(search) && (
                  <small className="block above-2">Nothing matches these filters.</small>
                )}
              </p>
            ) : (
              <div className="list-area">
                <QuotesTable quotes={quotes} mayWork={mayWork} />
              </div>
            )}
            <Pager address={address} nextCursor={nextCursor} />
          </>
        )}
      </QueryPanel>
    </section>
  );
}

const FIGURES = [
  { name: 'open', state: 'open', label: 'Open' },
  { name: 'expiring', state: 'expiring', label: 'Expire within 3 days' },
  { name: 'won', state: 'accepted', label: 'Won in 90 days' },
  { name: 'lost', state: 'lost', label: 'Lost in 90 days' },
] as const;

type FiguresProps = Pick<QuotesResponse, 'figures'> & { state: string | undefined };

/** Each shows its quotes, and all of them the second time. */
function Figures({ figures, state: open }: FiguresProps) {
  return (
    <nav className="quote-figures stack gap-2 below-3" aria-label="Figures">
      {FIGURES.map(({ name, state, label }) => (
        <Link
          className="stack baseline box soft xs"
          key={name}
          to="/quotes"
          search={state === open ? {} : { state }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={state === open ? 'true' : undefined}
        >
          <span>{label}</span> <strong>{figures[name].count.toLocaleString('en-US')}</strong>{' '}
          <span className="money">{formatUsd(figures[name].cents)}</span>
        </Link>
      ))}
    </nav>
  );
}

type QuotesTableProps = { quotes: readonly ListedQuote[]; mayWork: boolean };

function QuotesTable({ quotes, mayWork }: QuotesTableProps) {
  return (
    <table className="list quotes-list" aria-labelledby="list-title">
      <ColumnHeads
        columns={{
          Quote: 'key',
          Customer: 'who',
          State: 'status',
          Total: 'money',
          'Valid until': 'date',
          'Waits for': 'extra',
        }}
      />
      <tbody>
        {quotes.map((quote) => (
          <Row key={quote.number} {...{ quote, mayWork }} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ quote, mayWork }: { quote: ListedQuote; mayWork: boolean }) {
  const { number, firstName, lastName, email, total, recurring, recurringPeriod, validUntil } = quote;
  const name = customerOf(quote);
  const rest = [`${firstName} ${lastName}`.trim(), email].filter((text) => text && text !== name);
  const next = waitsFor(quote);
  return (
    <tr>
      <th scope="row" className="list-key">
        {mayWork ? <QuoteLink number={number} /> : number}
      </th>
      <WhoCell name={name} rest={rest} />
      <td className="list-status">
        <QuoteState {...quote} />
      </td>
      <td className="list-money money">
        <span>{formatUsd(textToCents(total))}</span>
        {recurringPeriod && <small>{` + ${formatUsd(textToCents(recurring))} per ${recurringPeriod}`}</small>}
      </td>
      <td className="list-date soft">{validUntil ? <Moment isDay at={validUntil} /> : <None />}</td>
      <td className="list-extra" data-ours={quote.isWaiting || undefined}>
        {next ?? <None />}
      </td>
    </tr>
  );
});

const None = () => (
  <span className="list-none soft" aria-label="None">
    –
  </span>
);
