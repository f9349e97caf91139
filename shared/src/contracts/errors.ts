import * as z from 'zod/mini';

/** What every refused call answers. `error` repeats `message` because clients of two calls read it there. */
export const ErrorAnswer = z.object({
  success: z.literal(false),
  /** Stable, for programs. */
  code: z.string(),
  /** For people: what happened and what to do. */
  message: z.string(),
  error: z.string(),
  /** By field name (`addons.0.price` for nested ones), for bad input only. */
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Stands in the server's log too. */
  requestId: z.string(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
