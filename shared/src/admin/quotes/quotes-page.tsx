import styles from './quotes.css?url';
import { Link } from '@tanstack/react-router';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ListedQuote, QuotesResponse } from '../../contracts/quotes.ts';
import { useMay } from '../base/session.queries.ts';
import type { List } from '../list/list.ts';
import { ListPage } from '../list/list-page.tsx';
import { readQuoteSearch } from '../list/list-search.ts';
import { ListTable, type ListColumns, None, whoColumn } from '../list/table.tsx';
import { QuoteLink } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { useListAddress } from '../list/use-list-address.ts';
import { customerOf, QUOTE_FILTERS, totalWords, waitsFor, QuoteState } from './quote-labels.tsx';

/** All quotes, their figures, and what each waits for. */
export const QuotesPage = () => <ListPage list={quotesList} />;

function Write() {
  if (!useMay('work')) return null;
  return (
    <Link className="button" to="/quotes/new">
      Write a quote
    </Link>
  );
}

function Above({ page }: { page: QuotesResponse | undefined }) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="view" />
      {page && <Figures figures={page.figures} />}
    </>
  );
}

const FIGURES = [
  { name: 'open', state: 'open', label: 'Open' },
  { name: 'expiring', state: 'expiring', label: 'Expire within 3 days' },
  { name: 'won', state: 'accepted', label: 'Won in 90 days' },
  { name: 'lost', state: 'lost', label: 'Lost in 90 days' },
] as const;

/** Each shows its quotes, and all of them the second time. */
function Figures({ figures }: Pick<QuotesResponse, 'figures'>) {
  const { state: open } = useListAddress(readQuoteSearch).search;
  return (
    <nav className="list-views row xs" aria-label="Figures">
      {FIGURES.map(({ name, state, label }) => ({ state, label, ...figures[name] })).map(
        ({ state, label, count, cents }) => (
          <Link
            key={state}
            to="/quotes"
            search={state === open ? {} : { state }}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={state === open ? 'true' : undefined}
          >
            <span>{label}</span> <span className="list-views-count">{count.toLocaleString('en-US')}</span>{' '}
            {cents !== undefined && <span className="list-views-count money">{formatUsd(cents)}</span>}
          </Link>
        ),
      )}
    </nav>
  );
}

function WaitsFor(quote: ListedQuote) {
  const mayWork = useMay('work');
  return (
    <span data-ours={(mayWork && quote.isWaiting) || undefined}>{waitsFor(quote, mayWork) ?? <None />}</span>
  );
}

const COLUMNS: ListColumns<ListedQuote> = {
  Quote: { kind: 'key', cell: ({ number }) => <QuoteLink number={number} /> },
  Customer: whoColumn((quote) => {
    const { firstName, lastName, email } = quote;
    const name = customerOf(quote);
    return { name, rest: [`${firstName} ${lastName}`.trim(), email].filter((text) => text && text !== name) };
  }),
  State: { kind: 'status', cell: (quote) => <QuoteState {...quote} /> },
  Total: {
    kind: 'money',
    cell: ({ recurring, recurringPeriod, ...quote }) => (
      <>
        <span>{totalWords(quote)}</span>
        {recurringPeriod && <small>{` + ${formatUsd(textToCents(recurring))} per ${recurringPeriod}`}</small>}
      </>
    ),
  },
  'Valid until': {
    kind: 'date',
    cell: ({ state, validUntil }) =>
      validUntil && state !== 'accepted' ? <Moment isDay at={validUntil} /> : <None />,
  },
  'Waits for': {
    kind: 'extra',
    cell: (quote) => <WaitsFor {...quote} />,
  },
};

const quotesList: List<QuotesResponse, ListedQuote> = {
  title: 'Quotes',
  noun: { one: 'quote', many: 'quotes' },
  empty: 'No quotes found',
  call: 'GET /api/json/quotes',
  searchLabel: 'Search quotes',
  selects: [{ name: 'state', label: 'State', options: QUOTE_FILTERS }],
  hasDates: false,
  Head: Write,
  Above,
  rowsOf: ({ quotes }) => quotes,
  Table: ({ rows }) => (
    <ListTable className="quotes-list" columns={COLUMNS} rows={rows} idOf={({ number }) => number} />
  ),
};
