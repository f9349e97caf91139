import { queryOptions } from '@tanstack/react-query';
import { pathOf, type PathArguments } from '../../contracts/call-path.ts';
import type { ResponseOf, JsonCall } from '../../contracts/endpoints.ts';
import type { QueryKey } from './query-fn.ts';

type ReadCall = Extract<JsonCall, `GET ${string}`>;
/** Calls that return a page of rows. */
export type ListCall = {
  [C in ReadCall]: ResponseOf<C> extends { nextCursor: string | null } ? C : never;
}[ReadCall];

/** The query options of a call without filters. */
export const reads = <C extends ReadCall>(call: C, ...params: PathArguments<C>) =>
  queryOptions<ResponseOf<C>, Error, ResponseOf<C>, QueryKey>({ queryKey: [pathOf(call, ...params)] });
