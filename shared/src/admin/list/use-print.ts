import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { QueryKey, QueryValues } from '../base/query-fn.ts';
import { showFailure, useActions } from '../base/ui-store.ts';

type Paged = { nextCursor: string | null };
type Printed<Page, Row> = {
  path: string;
  search: QueryValues;
  rowsOf: (page: Page) => readonly Row[];
  /** Whether the page that is shown is not all. */
  hasMore: boolean;
};

/** On paper, a list has all of its pages. Returns their rows while they are printed. */
export function usePrint<Page extends Paged, Row>({ path, search, rowsOf, hasMore }: Printed<Page, Row>) {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<readonly Row[]>();
  const print = async () => {
    const all: Row[] = [];
    try {
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { ...search, limit: '500', cursor };
        const queryKey: QueryKey = [path, query];
        const page: Page = await queryClient.fetchQuery({ queryKey, staleTime: 10_000 });
        all.push(...rowsOf(page));
        cursor = page.nextCursor;
      }
    } catch (error) {
      return showFailure('Couldn’t print the list', error);
    }
    flushSync(() => setRows(all));
    window.print();
    setRows(undefined);
  };
  useActions([{ label: 'Print', run: () => void print() }]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!hasMore || event.key !== 'p' || event.shiftKey || event.altKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      void print();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return { rows, print: () => void print() };
}
