import { ListOrders } from '../../contracts/admin/orders.ts';
import { ListSubmissions } from '../../contracts/admin/submissions.ts';

/** What the address of a list says, as text: all that its call takes but the length of a page. */
type SearchOf<Query> = { [Name in Exclude<keyof Query, 'limit'>]?: string };
export type OrderSearch = SearchOf<ListOrders>;
export type SubmissionSearch = SearchOf<ListSubmissions>;
/** Of any list; nobody asks one for what it does not know. */
export type ListSearch = OrderSearch & SubmissionSearch;

type Raw = Readonly<Record<string, unknown>>;
type Shape = Record<string, { safeParse(value: unknown): { success: boolean } }>;

export const readOrderSearch = (raw: Raw): OrderSearch => readSearch(ListOrders.shape, raw);
export const readSubmissionSearch = (raw: Raw): SubmissionSearch => readSearch(ListSubmissions.shape, raw);

/** Reads an address by the schema of the list's call. What a later version or a slip of the hand put there is left out. */
function readSearch({ limit: _limit, ...shape }: Shape, raw: Raw): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (typeof value === 'string' && value !== '' && schema.safeParse(value).success) found[name] = value;
  }
  return found;
}

/** Whether anything is left out of the list; its order and the page are no filters. */
export function isFiltered({ sort: _sort, cursor: _cursor, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}

/** Why filters cannot match anything together, in words; null when they can. `today` is a day in UTC, such as "2026-11-21". */
export function contradictionOf({ from, to }: ListSearch, today: string): string | null {
  if (from && to && from > to) return '“From” is after “To”, so no dates match.';
  if (from && from > today) return '“From” is in the future.';
  return null;
}
