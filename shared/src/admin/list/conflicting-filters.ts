import type { ListSearch } from './list-search.ts';

/** Why filters cannot match anything together, in words; null when they can. `today` is a day in UTC, such as "2026-11-21". */
export function contradictionOf({ from, to }: ListSearch, today: string): string | null {
  if (from && to && from > to) return '“From” is after “To”, so no dates match.';
  if (from && from > today) return '“From” is in the future.';
  return null;
}
