import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one; the first page's is empty. Unknown after a bookmark. */
    trail?: string[];
  }
}

/** A list's filters and page; they stand in the address and nowhere else. `read` keeps what the list understands. */
export function useListAddress(read: (raw: Readonly<Record<string, unknown>>) => ListSearch) {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => read(raw), [read, raw]);
  const trail = useLocation({ select: ({ state }) => state.trail });
  const navigate = useNavigate();

  const turn = (cursor: string | undefined, newTrail: string[] | undefined) =>
    void navigate({
      to: '.',
      search: (current) => ({ ...read(current), cursor: cursor || undefined }),
      state: newTrail ? { trail: newTrail } : {},
    });

  return {
    search,
    /** Another filter begins with its first page. */
    change: (changes: ListSearch, { isReplacing = false } = {}) =>
      void navigate({
        to: '.',
        search: (current) => ({ ...read(current), ...changes, cursor: undefined }),
        replace: isReplacing,
        resetScroll: false,
      }),
    clear: () =>
      void navigate({ to: '.', search: (current) => ({ sort: read(current).sort }), resetScroll: false }),
    /** How many pages come before this one; undefined where nobody knows. */
    pagesBefore: search.cursor ? trail?.length : 0,
    next: (cursor: string) =>
      turn(cursor, search.cursor && !trail ? undefined : [...(trail ?? []), search.cursor ?? '']),
    previous: () => turn(trail?.at(-1), trail?.slice(0, -1)),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
