import { queryOptions } from '@tanstack/react-query';
import { pathOf, type PathArguments } from '../contracts/call-path.ts';
import type { AnswerOf, JsonCall } from '../contracts/endpoints.ts';
import type { QueryKey } from './query-fn.ts';

type ReadCall = Extract<JsonCall, `GET ${string}`>;
/** Those that answer a page of rows. */
export type ListCall = {
  [C in ReadCall]: AnswerOf<C> extends { nextCursor: string | null } ? C : never;
}[ReadCall];

/** The query of a call that is read without filters. */
export const reads = <C extends ReadCall>(call: C, ...params: PathArguments<C>) =>
  queryOptions<AnswerOf<C>, Error, AnswerOf<C>, QueryKey>({ queryKey: [pathOf(call, ...params)] });
