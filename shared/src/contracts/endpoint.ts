import * as z from 'zod/mini';
import type { Right } from './rights.ts';
import { numberInQuery } from './texts.ts';

type Schema = z.ZodMiniType;

/** A rate limit per client, by number of calls or by volume. Calls with the same name share a limit. */
export type CallLimit = { name: string } & ({ perMinute: number } | { kilobytesPerHour: number });

/** A call of the API. Its key in the table is its method and path. */
export type Endpoint = {
  /** Who may call it: anyone, or an administrator whose role has this right. */
  access: 'public' | Right;
  /** The right for a body, if it depends on the content, besides `access`. */
  accessFor?: (body: never) => Right;
  /** Whether it asks for the second factor again, if the caller has one and last gave it a while ago. */
  confirms?: true;
  /** Not for API tokens: it decides who may log in. Calls of the own account never are. */
  isForPeople?: true;
  /** A short description. */
  summary: string;
  limits?: readonly CallLimit[];
  /** The path parameters, as text. If they are invalid, the response is 404. */
  params?: Schema;
  query?: Schema;
  /** The JSON body. */
  body?: Schema;
  /** Chooses the schema for a body, if it depends on the content. `body` describes all of them. */
  bodyFor?: (sent: unknown) => Schema;
  /** The JSON of a successful response. */
  response?: Schema;
  /** The type of a response that is not a single JSON document. */
  responseType?:
    | 'text/csv'
    | 'text/event-stream'
    | 'application/pdf'
    | 'application/x-tar'
    | 'application/zip'
    | 'application/octet-stream'
    | 'redirect'
    | 'empty';
  /** Whether the desktop app caches the response, to show it while the server is unreachable. */
  isKeptOffline?: true;
};

export type EndpointTable = Readonly<
  Record<`${'GET' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'} /api/${string}`, Endpoint>
>;

export const RowId = numberInQuery(/^[1-9]\d{0,14}$/, 'id must be a whole number');
/** The path parameter of a row. */
export const ById = z.object({ id: RowId });

/** The path parameter of a case. */
export const CaseNumber = z.object({ orderNumber: z.string() });

/** Names the state of what is shown, for the calls that change it. */
export const shownVersion = z.string();
/** In a body: the state that its caller saw. If it has changed since, the response is 409. */
export const seenVersion = z
  .string('version is missing. Reload this page, then try again')
  .check(z.maxLength(100, 'version must be what the shop sent'));

/** The body of calls that need no input besides the path. */
export const NoDetails = z.object({});

/** The response of a call that did what it was asked to. */
/* @__NO_SIDE_EFFECTS__ */
export const success = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ success: z.literal(true), ...shape });

export const ActionResponse = success({ message: z.string() });
export type ActionResponse = z.infer<typeof ActionResponse>;

/** A call that does something, and answers with what it did. */
/* @__NO_SIDE_EFFECTS__ */
export const act = <Access extends Endpoint['access'], const Rest extends Partial<Endpoint> = object>(
  access: Access,
  summary: string,
  rest = {} as Rest,
) => ({ access, summary, response: ActionResponse, ...rest });

/** A call that answers with JSON. */
/* @__NO_SIDE_EFFECTS__ */
export const call = <
  Access extends Endpoint['access'],
  Response extends Schema,
  const Rest extends Partial<Endpoint> = object,
>(
  access: Access,
  summary: string,
  response: Response,
  rest = {} as Rest,
) => ({ access, summary, response, ...rest });

/** A call that answers with something else. */
/* @__NO_SIDE_EFFECTS__ */
export const raw = <
  Access extends Endpoint['access'],
  Type extends NonNullable<Endpoint['responseType']>,
  const Rest extends Partial<Endpoint> = object,
>(
  access: Access,
  summary: string,
  responseType: Type,
  rest = {} as Rest,
) => ({ access, summary, responseType, ...rest });

/** A list as a spreadsheet. */
/* @__NO_SIDE_EFFECTS__ */
export const download = <Query extends Schema>(access: Right, summary: string, query: Query) =>
  ({ access, confirms: true, summary, query, responseType: 'text/csv' }) as const;

/** `undo` takes the act back for half a minute. Absent if nothing was changed. */
export const UndoableResponse = z.extend(ActionResponse, {
  undo: z.optional(z.object({ orderNumber: z.string(), token: z.string() })),
});
export type UndoableResponse = z.infer<typeof UndoableResponse>;
export type Undo = NonNullable<UndoableResponse['undo']>;

/** Response header of the desktop app's cache: when the response was cached, as an ISO time. */
export const AS_OF_HEADER = 'Northlight-As-Of';

/**
 * Request header for the desktop app. With the value `only`, it returns its cached response without asking
 * the server, or 204 if there is none.
 */
export const KEPT_HEADER = 'Northlight-Kept';
