import {
  ListCustomers,
  ListOrders,
  ListQuotes,
  ListRecurring,
  ListSubmissions,
} from '../../contracts/lists.ts';

/** A list's URL parameters as text: all parameters of its call except the page size. */
type SearchOf<Query> = { [Name in Exclude<keyof Query, 'limit'>]?: string };
type OrderSearch = SearchOf<ListOrders>;
type SubmissionSearch = SearchOf<ListSubmissions>;
type RecurringSearch = SearchOf<ListRecurring>;
type CustomerSearch = SearchOf<ListCustomers>;
type QuoteSearch = SearchOf<ListQuotes>;
/** The parameters of any list. Each list ignores those it does not have. */
export type ListSearch = OrderSearch & SubmissionSearch & RecurringSearch & CustomerSearch & QuoteSearch;

type Raw = Readonly<Record<string, unknown>>;
type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

export const readOrderSearch = (raw: Raw): OrderSearch => readSearch(ListOrders.shape, raw);
export const readQuoteSearch = (raw: Raw): QuoteSearch => readSearch(ListQuotes.shape, raw);
const readSubmissionSearch = (raw: Raw): SubmissionSearch => readSearch(ListSubmissions.shape, raw);

/** What reads the address of a list, by its call. */
export const SEARCH_OF = {
  'GET /api/json/orders': readOrderSearch,
  'GET /api/json/quotes': readQuoteSearch,
  'GET /api/json/form-submissions': readSubmissionSearch,
  'GET /api/json/voice-agent-submissions': readSubmissionSearch,
  'GET /api/json/on-hold-submissions': readSubmissionSearch,
  'GET /api/json/recurring': (raw: Raw): RecurringSearch => readSearch(ListRecurring.shape, raw),
  'GET /api/json/customers': (raw: Raw): CustomerSearch => readSearch(ListCustomers.shape, raw),
};
export type ListedBy = keyof typeof SEARCH_OF;

/** Reads URL parameters by the schema of the list's call. Unknown or invalid parameters are ignored. */
function readSearch({ limit: _limit, ...shape }: Shape, raw: Raw): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (typeof value === 'string' && value !== '' && schema.safeParse(value).success) found[name] = value;
  }
  return found;
}

/** Whether any filter is set. Sort order and page are not filters. */
export function isFiltered({ sort: _sort, cursor: _cursor, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}

/** Why the date filters cannot match anything, or null. `today` is the studio's date, such as "2026-11-21". */
export function contradictionOf({ from, to }: ListSearch, today: string): string | null {
  if (from && to && from > to) return '“From” is after “To”, so no dates match.';
  if (from && from > today) return '“From” is in the future.';
  return null;
}
