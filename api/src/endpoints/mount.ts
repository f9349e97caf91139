import type { Router } from '@koa/router';
import {
  endpointOf,
  type AnswerOf,
  type Call,
  type JsonCall,
  type Received,
} from '@northlight/shared/contracts/endpoints.ts';
import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import type { Context } from 'koa';
import { notFound } from '../errors.ts';
import type { Limits } from '../limits/limits.ts';
import { validateBody, validateQuery } from '../middleware/validate.ts';

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
