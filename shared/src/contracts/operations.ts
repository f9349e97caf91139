import * as z from 'zod/mini';
import { type EndpointTable, success, call, raw } from './endpoint.ts';

/** Incremented when apps built for an older server would no longer work. */
export const API_VERSION = 1;

/**
 * Response header of the health call with the server's `API_VERSION`. The body never changes, so that
 * monitors can rely on it.
 */
export const VERSION_HEADER = 'Northlight-Version';

export const HealthResponse = z.object({ status: z.literal('ok') });
/** Times are ISO 8601, null before the first success. */
export const ReadyResponse = z.object({
  status: z.literal('ready'),
  /** Which installed version answers. */
  release: z.optional(z.string()),
  lastBackup: z.nullable(z.string()),
  lastDatabaseCheck: z.nullable(z.string()),
});

/** The shop's name and email, for apps that do not have its settings. */
export const AboutResponse = z.object({
  businessName: z.string(),
  businessEmail: z.string(),
  apiVersion: z.int(),
});
export type AboutResponse = z.infer<typeof AboutResponse>;

/** The result of one check. `off`: this shop does not use what the check is about. */
export const DoctorLine = z.object({
  name: z.string(),
  /** `todo`: needed before anything is sold. */
  state: z.enum(['ok', 'warning', 'failure', 'todo', 'off']),
  message: z.string(),
  /** What to do, unless all is well. */
  advice: z.optional(z.string()),
});
export type DoctorLine = z.infer<typeof DoctorLine>;

export const DoctorResponse = success({ lines: z.array(DoctorLine) });
export type DoctorResponse = z.infer<typeof DoctorResponse>;

/** Says which part of a page failed and where in our scripts, and nothing that anybody typed or any browser said. */
export const PageFault = z.object({
  part: z.enum(['visit', 'unfinished', 'storage', 'page']),
  page: z.string().check(z.regex(/^\/[a-z-]{0,40}$/)),
  /** The script with line and column, such as `checkout.B1e8ips3.js:1:2345`. Empty if the browser doesn't say. */
  at: z.string().check(z.regex(/^(?:[\w.-]{1,60}\.js:\d{1,7}:\d{1,7})?$/)),
});
export type PageFault = z.infer<typeof PageFault>;

export const operationEndpoints = {
  'GET /api/health': call('public', 'Says whether the shop can store orders right now.', HealthResponse),
  'GET /api/ready': {
    access: 'public',
    summary: 'Says whether the shop is ready, and when it was last backed up and checked.',
    response: ReadyResponse,
  },
  'POST /api/page-faults': raw('public', 'Logs that a part of a page failed. Stores nothing.', 'empty', {
    limits: [{ name: 'page-faults', perMinute: 10 }],
    body: PageFault,
  }),
  'GET /api/about': call('public', 'Returns the shop’s name and API version.', AboutResponse, {
    isKeptOffline: true,
  }),
  'GET /api/openapi.json': {
    access: 'public',
    summary: 'Describes every call as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  },
  'GET /api/docs': raw('public', 'Redirects to the description of every call.', 'redirect'),
  'GET /api/admin/doctor': {
    access: 'manage',
    summary: 'Checks settings, payment providers, email, the public address, the disk, and the database.',
    response: DoctorResponse,
  },
} satisfies EndpointTable;
