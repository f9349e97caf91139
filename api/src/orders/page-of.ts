import type { ListPage } from '@northlight/shared/contracts/lists.ts';

/** One page of a list that is newest first, and where the next one begins. */
export function pageOf<Row extends { id: number }>(
  { limit, cursor }: ListPage,
  page: (limit: number, beforeId?: number) => Row[],
): { rows: Row[]; nextCursor: string | null } {
  // One more than asked for: it tells whether another page follows.
  const found = page(limit + 1, cursor);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? String(last.id) : null };
}
