import type { Call, ParamsOf } from './endpoints.ts';

/** Empty for a path without parameters. */
export type PathArguments<C extends Call> = ParamsOf<C> extends undefined ? [] : [params: ParamsOf<C>];

/** The path pattern of a call. */
export const pathPattern = (call: Call): string => call.slice(call.indexOf('/'));

/** The path of a call, such as "GET /api/json/cases/:orderNumber", with its parameters filled in. */
export function pathOf<C extends Call>(call: C, ...[params]: PathArguments<C>): string {
  return fillPath(call, params);
}

/** Like `pathOf`, for parameters whose types were already checked. */
export function fillPath(call: Call, params: Record<string, string | number> = {}): string {
  return pathPattern(call).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
