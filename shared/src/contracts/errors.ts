import * as z from 'zod/mini';

/**
 * The response of every failed call. `error` repeats `message`, because clients of two calls read it there.
 */
export const ErrorResponse = z.object({
  success: z.literal(false),
  /** A stable error code for programs. */
  code: z.string(),
  /** For users: what happened and what to do. */
  message: z.string(),
  error: z.string(),
  /** Messages by field name (`addons.0.price` for nested fields), for invalid input only. */
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Also in the server's log. */
  requestId: z.string(),
});
export type ErrorResponse = z.infer<typeof ErrorResponse>;
