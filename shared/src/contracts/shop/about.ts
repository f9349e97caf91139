import * as z from 'zod/mini';

/** Incremented when apps built for an older server would no longer work. */
export const API_VERSION = 1;

export const HealthAnswer = z.object({ status: z.literal('ok') });
/** Times are ISO 8601, null before the first success. */
export const ReadyAnswer = z.object({
  status: z.literal('ready'),
  lastBackup: z.nullable(z.string()),
  lastDatabaseCheck: z.nullable(z.string()),
});
/**
 * Response header of the health call with the server's `API_VERSION`. The body never changes, so that
 * monitors can rely on it.
 */
export const VERSION_HEADER = 'Northlight-Version';

/** The shop's name and email, for apps that do not have its settings. */
export const AboutAnswer = z.object({
  businessName: z.string(),
  businessEmail: z.string(),
  apiVersion: z.int(),
});
export type AboutAnswer = z.infer<typeof AboutAnswer>;
