import * as z from 'zod/mini';
import { ActionResponse, type EndpointTable, call, success, seenVersion, shownVersion } from './endpoint.ts';
import { password } from './session.ts';

/** The services that a shop works with, in the order in which they are shown. */
export const CONNECTION_IDS = [
  'stripe',
  'paypal',
  'email',
  'replies',
  'mailchimp',
  'backups',
  'address',
] as const;
export const ConnectionId = z.enum(CONNECTION_IDS);
export type ConnectionId = z.infer<typeof ConnectionId>;

/** A field of a connection’s form. A secret is never sent back, only its last four characters. */
export const ConnectionField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.nullable(z.string()),
  isSecret: z.boolean(),
  /** Whether the form can be saved without it. */
  isOptional: z.boolean(),
  /** The dashboard makes it. Its last six characters are sent as `keyEnd`, typed again. */
  isGenerated: z.boolean(),
  /** The values to choose from, with their labels. Null for a field that is typed. */
  options: z.nullable(z.record(z.string(), z.string())),
  /** It is shown only with one of these values of another field. */
  onlyWith: z.nullable(z.object({ field: z.string(), values: z.array(z.string()) })),
  value: z.nullable(z.string()),
  lastFour: z.nullable(z.string()),
  savedBy: z.nullable(z.string()),
  savedAt: z.nullable(z.string()),
});
export type ConnectionField = z.infer<typeof ConnectionField>;

/** For who may not change it, `fields` is empty. */
export const Connection = z.object({
  version: shownVersion,
  id: ConnectionId,
  label: z.string(),
  /** What it is for. */
  about: z.string(),
  /** `unchecked`: it is set, and was not checked yet. */
  state: z.enum(['not-connected', 'unchecked', 'works', 'fails']),
  /** Since when it works or fails. */
  since: z.nullable(z.string()),
  /** Why it fails, and what to do. */
  reason: z.nullable(z.string()),
  lastChecked: z.nullable(z.string()),
  /** What the last check found, such as the name of the account. */
  facts: z.array(z.string()),
  /** What is done with it right now, such as the steps of a backup. */
  progress: z.nullable(z.string()),
  /** What the owner is asked to confirm, such as that a test email arrived. */
  asks: z.nullable(z.string()),
  /** Whether it is set on the server, where it can only be changed. */
  fixed: z.boolean(),
  fields: z.array(ConnectionField),
  /** What fills in the form for well-known providers. */
  presets: z.array(z.object({ label: z.string(), values: z.record(z.string(), z.string()) })),
  /** The services’ pages where keys are made. Absent in older responses. */
  links: z.optional(z.array(z.object({ label: z.string(), url: z.string() }))),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionsResponse = success({
  connections: z.array(Connection),
});

const LONGEST = 2_000;

/** How many characters of a new key are typed again, in the field that is named after it with “End”. */
export const KEY_END = 6;

/**
 * The form's fields, or an action. An empty secret stays. `saveAnyway`: although it doesn’t work yet. `confirmAccount`: the account
 * that gets the money from now on.
 */
export const ChangeConnection = z.catchall(
  z.object({ version: seenVersion }),
  z.union(
    [z.string().check(z.maxLength(LONGEST, `Please use no more than ${LONGEST} characters`)), z.boolean()],
    'Must be text',
  ),
);
export type ChangeConnection = z.infer<typeof ChangeConnection>;

/** With `choices`, nothing is saved yet: these fields have these values to choose from, with their labels. */
export const ConnectionSaved = z.extend(ActionResponse, {
  choices: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  /** Where the owner consents. Nothing is saved yet. */
  continueAt: z.optional(z.object({ label: z.string(), url: z.string() })),
  /** Whether money may go to another account. Nothing is saved until the form comes again with it as `confirmAccount`. */
  asks: z.optional(z.object({ text: z.string(), account: z.string() })),
});

export type ConnectionSaved = z.infer<typeof ConnectionSaved>;

/** The person’s password, typed again. */
export const RecoverySheet = z.object({ password: password('Please enter your password') });

export const connectionEndpoints = {
  'GET /api/json/connections': {
    access: 'read',
    summary: 'Lists the services that the shop works with, and whether they work.',
    response: ConnectionsResponse,
  },
  'POST /api/json/connections/:id': {
    access: 'manage',
    isForPeople: true,
    confirms: true,
    summary:
      'Connects a service, after a check with it. With an action, checks, confirms, or disconnects it.',
    limits: [{ name: 'connections', perMinute: 30 }],
    params: z.object({ id: ConnectionId }),
    body: ChangeConnection,
    response: ConnectionSaved,
  },
  'POST /api/json/recovery-sheet': call(
    'manage',
    'Returns what restores the shop on another machine, with the key of the backups, after the caller’s password.',
    success({ name: z.string(), text: z.string() }),
    { isForPeople: true, confirms: true, body: RecoverySheet },
  ),
  'GET /api/connections/consent': {
    access: 'public',
    summary: 'Takes an owner’s consent at a mail provider, then redirects to the dashboard.',
    limits: [{ name: 'consent', perMinute: 30 }],
    query: z.object({
      state: z.optional(z.string()),
      code: z.optional(z.string()),
      error: z.optional(z.string()),
    }),
    responseType: 'redirect',
  },
} satisfies EndpointTable;
