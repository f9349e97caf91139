import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PageAnswer } from '../../contracts/admin/lists.ts';
import type { ListSearch } from './list-search.ts';
import { wholeAnswer } from './whole-answer.ts';

const REFETCH_MS = 30_000;
const STALE_MS = 10_000;

/** One page of a list, fetched anew by itself. While another is asked for, the one that is known stays. */
export function useListPage<Answer extends PageAnswer>(path: string, search: ListSearch) {
  return useQuery<Answer>({
    queryKey: [path, search],
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    select: wholeAnswer,
  });
}
export type ListPageQuery<Answer extends PageAnswer> = ReturnType<typeof useListPage<Answer>>;
