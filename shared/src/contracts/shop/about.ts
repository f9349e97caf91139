import * as z from 'zod/mini';

/** Raised when an app made for an older server could no longer work with this one. */
export const API_VERSION = 1;

export const HealthAnswer = z.object({ status: z.literal('ok') });
/** A header of the health call with the server's `API_VERSION`. The body is fixed, so that monitors can rely on it. */
export const VERSION_HEADER = 'Northlight-Version';

/** Whose shop this is, for apps that come without its settings. */
export const AboutAnswer = z.object({
  businessName: z.string(),
  businessEmail: z.string(),
  apiVersion: z.int(),
});
export type AboutAnswer = z.infer<typeof AboutAnswer>;
