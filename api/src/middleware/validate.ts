import type { Context } from 'koa';
import type * as z from 'zod/mini';
import { badInput } from '../errors.ts';

/** Limits the answer to a body with thousands of errors. */
const MOST_ISSUES = 50;
/** zod reports an issue for every wrong entry and fails at a hundred thousand. */
const MOST_ENTRIES = 1_000;

/** Returns the validated JSON body, or throws a 400 that names every invalid field. */
export function validateBody<Schema extends z.ZodMiniType>(ctx: Context, schema: Schema): z.output<Schema> {
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

export function validateQuery<Schema extends z.ZodMiniType>(ctx: Context, schema: Schema): z.output<Schema> {
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
