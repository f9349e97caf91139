import type { Call, ParamsOf } from './endpoints.ts';

/** Nothing for a path without parameters. */
export type PathArguments<C extends Call> = ParamsOf<C> extends undefined ? [] : [params: ParamsOf<C>];

/** The path of a call as the table has it. */
export const pathPattern = (call: Call): string => call.slice(call.indexOf('/'));

/** The path of a call such as "GET /api/json/cases/:orderNumber", with its parameters filled in. */
export function pathOf<C extends Call>(call: C, ...[params]: PathArguments<C>): string {
  return fillPath(call, params);
}

/** For a client that has checked the parameters already. */
export function fillPath(call: Call, params: Record<string, string | number> = {}): string {
  return pathPattern(call).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
