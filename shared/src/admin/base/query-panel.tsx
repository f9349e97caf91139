import { queryOptions, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError, failureText } from '../../contracts/call-error.ts';
import { pathOf, pathPattern, type PathArguments } from '../../contracts/call-path.ts';
import type { Call, JsonCall, ParamsOf, ResponseOf } from '../../contracts/endpoints.ts';
import { Button } from '../../ui/button.tsx';
import type { QueryKey, QueryValues } from './query-fn.ts';

type ReadCall = Extract<JsonCall, `GET ${string}`>;
/** Calls that return a page of rows, and also as a file. */
export type ListCall = {
  [C in ReadCall]: `${C}.csv` extends Call ? C : never;
}[ReadCall];

/** The query options of a call with a query. */
export const readsWith = <C extends ReadCall>(call: C, query: QueryValues) =>
  queryOptions<ResponseOf<C>, Error, ResponseOf<C>, QueryKey>({ queryKey: [pathPattern(call), query] });

/** The query options of a call without filters. */
export const reads = <C extends ReadCall>(call: C, ...params: PathArguments<C>) =>
  queryOptions<ResponseOf<C>, Error, ResponseOf<C>, QueryKey>({ queryKey: [pathOf(call, ...params)] });

const REFETCH_MS = 30_000;
const STALE_MS = 10_000;

type PanelQueryOptions<Data> = { queryKey: QueryKey } & Pick<
  UseQueryOptions<Data>,
  'placeholderData' | 'select' | 'refetchInterval'
>;

/** A query for a view. It refetches regularly, so that an open window stays current. */
export function usePanelQuery<Data>(options: PanelQueryOptions<Data>) {
  return useQuery<Data>({ refetchInterval: REFETCH_MS, staleTime: STALE_MS, ...options });
}

type SkeletonProps = { name?: string; rows?: number };

/** The shape of the rows that are loading. */
export const Skeleton = ({ name, rows = 12 }: SkeletonProps) => (
  <div className="list-skeleton">
    <p className="visually-hidden">{name ? `Loading ${name}…` : 'Loading…'}</p>
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} aria-hidden="true" />
    ))}
  </div>
);

/** The shape of the page of one order, quote, or customer: its head and two columns. */
export const PageSkeleton = ({ name }: { name: string }) => (
  <div className="case stack gap-4 packed shrink">
    <div className="page-head" />
    <div className="case-columns stack gap-4 packed shrink" data-order="">
      <Skeleton name={name} />
      <Skeleton name={name} rows={6} />
    </div>
  </div>
);

type QueryPanelProps<Data> = {
  query: UseQueryResult<Data>;
  /** Shown until the first response. */
  loading?: ReactNode;
  /** Shown instead of the content after a 404. */
  notFound?: ReactNode;
  children: (response: Data) => ReactNode;
};

/** Shows a query's data or error. After a failed refetch, the last data stays. */
export function QueryPanel<Data>({ query, loading, notFound, children }: QueryPanelProps<Data>) {
  const { data, error, isPending, isFetching, refetch } = query;
  if (notFound && error instanceof CallError && error.status === 404) return notFound;
  return (
    <>
      <div role="alert">
        {error && (
          <div className="alert admin-banner">
            <p>{failureText(error, error.message, 'Couldn’t reach the server.')}</p>
            {data ? (
              <p>Showing the last saved data.</p>
            ) : (
              // Another try doesn’t change the role.
              (!(error instanceof CallError) || error.status !== 403) && (
                <Button isQuiet isBusy={isFetching} onClick={() => void refetch()}>
                  Try again
                </Button>
              )
            )}
          </div>
        )}
      </div>
      {isPending && (loading ?? <p className="admin-wait">Loading…</p>)}
      {data && children(data)}
    </>
  );
}

type ReadsProps<C extends ReadCall> = Omit<QueryPanelProps<ResponseOf<C>>, 'query' | 'children'> & {
  call: C;
  /** Data that changes only by what is done here is not fetched again. */
  isStill?: boolean;
  children: (response: ResponseOf<C>, query: UseQueryResult<ResponseOf<C>>) => ReactNode;
} & (ParamsOf<C> extends undefined ? { params?: undefined } : { params: ParamsOf<C> });

/** Makes a call, and shows what it returns. */
export function Reads<C extends ReadCall>({ call, params, isStill, children, ...panel }: ReadsProps<C>) {
  const query = usePanelQuery({
    ...reads(call, ...([params] as PathArguments<C>)),
    ...(isStill && { refetchInterval: false, staleTime: Infinity }),
  });
  return (
    <QueryPanel query={query} {...panel}>
      {(response) => children(response, query)}
    </QueryPanel>
  );
}
