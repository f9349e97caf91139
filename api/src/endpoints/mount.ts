import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import {
  endpointOf,
  type AnswerOf,
  type Call,
  type JsonCall,
  type Received,
} from '@northlight/shared/contracts/endpoints.ts';
import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import { notFound, badInput } from '../errors.ts';
import type { Limits } from '../limits/limits.ts';

/** Limits the answer to a body with thousands of errors. */
const MOST_ISSUES = 50;
/** zod reports an issue for every wrong entry and fails at a hundred thousand. */
const MOST_ENTRIES = 1_000;

/** Returns the validated JSON body, or throws a 400 that names every invalid field. */
function validateBody<Schema extends z.ZodMiniType>(ctx: Context, schema: Schema): z.output<Schema> {
  if (!ctx.is('json')) throw badInput('The request must be JSON.');
  refuseLongLists(ctx.request.body);
  return validate(schema, ctx.request.body);
}

function refuseLongLists(body: unknown): void {
  for (const [name, value] of Object.entries(Object(body))) {
    if (!Array.isArray(value) || value.length <= MOST_ENTRIES) continue;
    const message = `Please send no more than ${MOST_ENTRIES} entries`;
    throw badInput(message, { [name]: [message] });
  }
}

function validateQuery<Schema extends z.ZodMiniType>(ctx: Context, schema: Schema): z.output<Schema> {
  return validate(schema, { ...ctx.query });
}

function validate<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = Object.create(null);
  for (const issue of result.error.issues.slice(0, MOST_ISSUES)) {
    const name = issue.path.map(String).join('.');
    (fields[name] ??= []).push(issue.message);
  }
  const [first] = result.error.issues;
  throw badInput(first?.message ?? 'Please check what you entered.', fields);
}

type Input<C extends Call> = Received<C> & { ctx: Context };
/** Returns the response, or writes it itself where that is no JSON. */
export type Handler<C extends Call> = (
  input: Input<C>,
) => C extends JsonCall ? AnswerOf<C> | Promise<AnswerOf<C>> : void | Promise<void>;
export type Mount = <C extends Call>(call: C, handler: Handler<C>) => void;

/** Mounts calls as the table declares them: their limits first, then what was sent is checked. */
export function mountOn(router: Router, limits: Limits): Mount {
  return (call, handler) => {
    const { limits: own = [], response } = endpointOf(call);
    const register = call.startsWith('GET ') ? router.get.bind(router) : router.post.bind(router);
    register(pathPattern(call), ...own.map((limit) => limits.calls(limit)), async (ctx) => {
      const answer = await handler({ ...received(call, ctx), ctx });
      if (response) ctx.body = answer;
    });
  };
}

function received<C extends Call>(call: C, ctx: Context): Received<C> {
  const { query, body, bodyFor, params } = endpointOf(call);
  const checked = {
    query: query && validateQuery(ctx, query),
    body: body && validateBody(ctx, bodyFor?.(ctx.request.body) ?? body),
    params: params?.safeParse(ctx['params']),
  };
  if (checked.params?.success === false) throw notFound();
  // The table gives these types to these schemas.
  return { ...checked, params: checked.params?.data } as Received<C>;
}
