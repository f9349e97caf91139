import { Readable } from 'node:stream';
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type * as z from 'zod/mini';
import {
  endpointOf,
  type ResponseOf,
  type Call,
  type JsonCall,
  type Received,
} from '@northlight/shared/contracts/endpoints.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import {
  ApiError,
  badInput,
  confirmFirst,
  factorRequired,
  notFound,
  notLoggedIn,
  badField,
} from '../../base/errors.ts';
import type { HttpContext } from '../context.ts';
import { audited, type AuditEntry } from '../../db/audit-log.ts';
import { mayInShop } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { changedMeanwhile } from '../../base/seen-version.ts';

const LOOKS_EVERY_MS = 2_000;

const notAllowed = () =>
  new ApiError(403, 'not_allowed', 'Your role doesn’t allow this. Ask an owner of this shop.');

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
    throw badField(name, `Please send no more than ${MOST_ENTRIES} entries`);
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

/** Files of data, which the audit log names. */
const EXPORTS = new Set<string | undefined>(['text/csv', 'application/x-tar', 'application/zip']);

type Input<C extends Call> = Received<C> & { ctx: Context };
/** Returns the response, or writes it itself where that is no JSON. */
export type Handler<C extends Call> = (
  input: Input<C>,
) => C extends JsonCall ? ResponseOf<C> | Promise<ResponseOf<C>> : void | Promise<void>;
/** Whether a body says which state its caller saw. */
type Sees<C extends Call> = [Extract<Received<C>['body'], { version: string }>] extends [never]
  ? false
  : true;
/** `current`: the version of what the call changes, as of now. */
export type Mount = <C extends Call>(
  call: C,
  handler: Handler<C>,
  ...current: Sees<C> extends true ? [current: (input: Input<C>) => string] : []
) => void;

/** Mounts calls as the table declares them: checks their limits, the caller’s rights, and what was sent. */
export function mountOn(
  router: Router,
  { limits, db, now }: Pick<HttpContext, 'limits' | 'db' | 'now'>,
): Mount {
  return (call, handler, ...[current]) => {
    const {
      limits: own = [],
      response,
      responseType,
      access,
      accessFor,
      confirms,
      isForPeople,
    } = endpointOf(call);
    const [method = ''] = call.split(' ');
    const isExport = EXPORTS.has(responseType);
    const isAudited = access !== 'public' && (method !== 'GET' || isExport);
    router.register(
      pathPattern(call),
      [method],
      [
        ...own.map((limit) => limits.calls(limit)),
        async (ctx) => {
          // Reading it makes a new session for a customer.
          const { role, needsConfirmation, mustAddFactor, tokenId } =
            (access !== 'public' && ctx.session) || {};
          if (access !== 'public' && !mayInShop(db, role, access)) throw notAllowed();
          if (tokenId !== undefined && (access === 'self' || isForPeople))
            throw new ApiError(403, 'not_for_tokens', 'API tokens can’t do this. Please log in.');
          const input = received(call, ctx);
          if (accessFor && !hasRight(role, accessFor(input.body as never))) throw notAllowed();
          if (access !== 'public' && access !== 'self' && mustAddFactor) throw factorRequired();
          if (confirms && needsConfirmation) throw confirmFirst();
          // Actions of the same call that only add something say nothing.
          const { version } = Object(input.body);
          const requireSeen = () => {
            if (current && version !== undefined && current({ ...input, ctx }) !== version)
              throw changedMeanwhile();
          };
          requireSeen();
          const stillMay = () => {
            const caller = ctx.callerNow?.();
            if (!caller) throw notLoggedIn();
            if (caller.role !== role) throw notAllowed();
            if (caller.mustAddFactor && !mustAddFactor) throw factorRequired();
            return caller;
          };
          const checkAgain = () => {
            if (stillMay().needsConfirmation && confirms) throw confirmFirst();
            requireSeen();
          };
          const answer = async () => {
            const body = await handler({ ...input, ctx });
            if (access !== 'public') endWith(ctx, stillMay);
            if (!response) return;
            // Koa compares an object with Blob and Response, and Node loads undici for that.
            ctx.type = 'json';
            ctx.body = JSON.stringify(body);
          };
          if (!isAudited) return answer();
          await audited(
            entryOf(call, ctx, input.params),
            { at: now, check: checkAgain, stillMay },
            async () => {
              // An export changes nothing, so nothing else would write its entry.
              if (isExport) await inTransaction(db, () => {});
              await answer();
            },
          );
        },
      ],
    );
  };
}

/** Ends a download or a stream soon after whoever asked for it may no longer have it. */
function endWith({ body, res }: Context, stillMay: () => void): void {
  if (!(body instanceof Readable)) return;
  const watch = setInterval(() => {
    try {
      stillMay();
    } catch {
      // Its end must not look like the end of what was asked for.
      res.destroy();
      body.destroy();
    }
  }, LOOKS_EVERY_MS).unref();
  body.once('close', () => clearInterval(watch));
}

/** The entry in the audit log of a change or an export by an administrator. */
function entryOf(call: Call, ctx: Context, params: unknown): AuditEntry {
  const { adminId = null, name = '' } = ctx.session ?? {};
  const record = Object.values(Object(params)).join(' ') || null;
  return { adminId, who: name, address: ctx.ip, action: call, record };
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
