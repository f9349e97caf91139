import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { PageAnswer } from '../../contracts/admin/lists.ts';
import { pathPattern } from '../../contracts/call-path.ts';
import type { AnswerOf } from '../../contracts/endpoints.ts';
import type { ListCall } from '../reads.ts';
import type { ListSearch } from './list-search.ts';
import { wholeAnswer } from './whole-answer.ts';

const REFETCH_MS = 30_000;
const STALE_MS = 10_000;

/** One page of a list, fetched anew by itself. While another is asked for, the one that is known stays. */
export function useListPage<C extends ListCall>(call: C, search: ListSearch) {
  return useQuery<AnswerOf<C> & PageAnswer>({
    queryKey: [pathPattern(call), search],
    refetchInterval: REFETCH_MS,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    select: wholeAnswer,
  });
}
export type ListPageQuery<Answer extends PageAnswer> = UseQueryResult<Answer>;
