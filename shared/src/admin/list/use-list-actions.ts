import { useActions } from '../use-actions.ts';
import { isFiltered } from './list-search.ts';
import type { ListAddress } from './use-list-address.ts';

type ListActions = {
  address: ListAddress;
  refresh: () => void;
  downloadCsv: () => void;
  nextCursor: string | null | undefined;
};

/** What the buttons of a list do, for the palette and the keyboard. */
export function useListActions({ address, refresh, downloadCsv, nextCursor }: ListActions): void {
  const { search, clear, pagesBefore, next, previous } = address;
  useActions([
    { label: 'Refresh', shortcut: 'r', run: refresh },
    { label: 'Download CSV', run: downloadCsv },
    ...(isFiltered(search) ? [{ label: 'Clear filters', run: clear }] : []),
    ...(nextCursor ? [{ label: 'Next page', shortcut: 'n', run: () => next(nextCursor) }] : []),
    ...(pagesBefore === 0 ? [] : [{ label: 'Previous page', shortcut: 'p', run: previous }]),
  ]);
}
