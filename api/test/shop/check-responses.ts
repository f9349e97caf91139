import { isDeepStrictEqual } from 'node:util';
import { ErrorResponse } from '@northlight/shared/contracts/errors.ts';
import { callOf, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import type Koa from 'koa';
import { expect, onTestFinished } from 'vitest';
import type * as z from 'zod/mini';

/** Fails the test if a JSON response has any field that the endpoint table does not declare. */
export function checkResponses(app: Koa): void {
  const faults: string[] = [];
  app.middleware.unshift(async (ctx, next) => {
    await next();
    const { body } = ctx;
    // Text, streams, and pages are not JSON.
    if (!ctx.path.startsWith('/api/') || !isPlain(body)) return;
    const call = callOf(ctx.method === 'HEAD' ? 'GET' : ctx.method, ctx.path);
    // Routes that a test adds are not in the table.
    if (!call && ctx.status < 400) return;
    const schema = ctx.status < 400 && call ? endpointOf(call).response : ErrorResponse;
    const fault = schema ? faultOf(schema, JSON.parse(JSON.stringify(body))) : 'declares no JSON';
    if (fault) faults.push(`${ctx.method} ${ctx.path} ${ctx.status} ${fault}`);
  });
  onTestFinished(() => expect(faults).toEqual([]));
}

const isPlain = (body: unknown) =>
  typeof body === 'object' && body !== null && [Object.prototype, null].includes(Object.getPrototypeOf(body));

/** Parsing drops undeclared fields, so the result differs from the body. */
function faultOf(schema: z.ZodMiniType, body: unknown): string | null {
  const { success, data, error } = schema.safeParse(body);
  if (!success) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return isDeepStrictEqual(data, body) ? null : `differs at ${differences(data, body).join(', ')}`;
}

function differences(expected: unknown, given: unknown, path = ''): string[] {
  if (isDeepStrictEqual(expected, given)) return [];
  if (typeof expected !== 'object' || typeof given !== 'object') return [path];
  const names = new Set([...Object.keys(Object(expected)), ...Object.keys(Object(given))]);
  return [...names].flatMap((name) =>
    differences(Object(expected)[name], Object(given)[name], path ? `${path}.${name}` : name),
  );
}
