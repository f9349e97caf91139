import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from './list-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The cursors of the previous pages, with an empty one for the first page. Unknown after opening a
     * bookmark.
     */
    trail?: string[];
  }
}

/**
 * A list's filters and page, stored only in the URL. `read` returns the parameters that the list supports.
 */
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
    /** Changing a filter goes back to the first page. */
    change: (changes: ListSearch, { isReplacing = false } = {}) =>
      void navigate({
        to: '.',
        search: (current) => ({ ...read(current), ...changes, cursor: undefined }),
        replace: isReplacing,
        resetScroll: false,
      }),
    clear: () =>
      void navigate({ to: '.', search: (current) => ({ sort: read(current).sort }), resetScroll: false }),
    /** The number of previous pages. Undefined if unknown. */
    pagesBefore: search.cursor ? trail?.length : 0,
    next: (cursor: string) =>
      turn(cursor, search.cursor && !trail ? undefined : [...(trail ?? []), search.cursor ?? '']),
    previous: () => turn(trail?.at(-1), trail?.slice(0, -1)),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
