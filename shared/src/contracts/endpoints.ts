import type * as z from 'zod/mini';
import { adminEndpoints } from './admin/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { formEndpoints } from './forms/endpoints.ts';
import { shopEndpoints } from './shop/endpoints.ts';

/** Every call of the API. What runs in the site imports its types alone: with it come the schemas of all calls. */
export const endpoints = { ...shopEndpoints, ...formEndpoints, ...adminEndpoints };

type Table = typeof endpoints;
/** A method and a path, such as "POST /api/checkout". */
export type Call = keyof Table;

type SchemaOf<C extends Call, Part extends 'params' | 'query' | 'body' | 'response'> =
  Table[C] extends Record<Part, infer Schema extends z.ZodMiniType> ? Schema : never;

/** What a call answers when it succeeds. */
export type AnswerOf<C extends Call> = z.output<SchemaOf<C, 'response'>>;

/** Calls with JSON in one piece as their response. */
export type JsonCall = { [C in Call]: Table[C] extends { response: z.ZodMiniType } ? C : never }[Call];

/** What the server works with, once it is checked. */
export type Received<C extends Call> = {
  params: z.output<SchemaOf<C, 'params'>>;
  query: z.output<SchemaOf<C, 'query'>>;
  body: z.output<SchemaOf<C, 'body'>>;
};

type InputPart<C extends Call, Part extends 'params' | 'query' | 'body'> = z.input<SchemaOf<C, Part>>;

/** By name, as a client fills them in; undefined for a path without any. */
export type ParamsOf<C extends Call> = [SchemaOf<C, 'params'>] extends [never]
  ? undefined
  : { [Name in keyof InputPart<C, 'params'>]: string | number };

/** It may be left out where an empty one will do. */
type Given<Name extends string, Value> =
  Record<string, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** What a client sends along. */
export type InputOf<C extends Call> = (ParamsOf<C> extends undefined ? object : { params: ParamsOf<C> }) &
  ([SchemaOf<C, 'query'>] extends [never] ? object : Given<'query', InputPart<C, 'query'>>) &
  ([SchemaOf<C, 'body'>] extends [never] ? object : Given<'body', InputPart<C, 'body'>>);

export const allCalls = Object.keys(endpoints) as Call[];

export const endpointOf = (call: Call): Endpoint => endpoints[call];

/** The call that a request makes; undefined where the table has none. */
export function callOf(method: string, pathname: string): Call | undefined {
  const exact = `${method} ${pathname}`;
  if (Object.hasOwn(endpoints, exact)) return exact as Call;
  return patterns.find(({ pattern }) => pattern.test(exact))?.call;
}

const patterns = allCalls
  .filter((call) => call.includes(':'))
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`),
  }));
