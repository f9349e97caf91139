import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/** How often one client may call, or how much it may send. Calls with the same name count together. */
export type CallLimit = { name: string } & ({ perMinute: number } | { kilobytesPerHour: number });

/** One call of the API. Its method and path are its key in the table. */
export type Endpoint = {
  /** Who may call it: anyone, or a logged-in administrator. */
  access: 'public' | 'admin';
  /** What it does, in a few words. */
  summary: string;
  limits?: readonly CallLimit[];
  /** The named parts of the path, which arrive as text. A path that does not fit is not found. */
  params?: Schema;
  query?: Schema;
  /** The JSON body. */
  body?: Schema;
  /** Picks the schema of a body where that depends on what was sent; `body` describes all of them. */
  bodyFor?: (sent: unknown) => Schema;
  /** The JSON of a successful response. */
  response?: Schema;
  /** What a response is that is not JSON of one piece. */
  responseType?: 'text/csv' | 'text/event-stream' | 'text/html' | 'redirect';
  /** The desktop app keeps the response, to show it while the server can't be reached. */
  isKeptOffline?: true;
};

export type EndpointTable = Readonly<Record<`${'GET' | 'POST'} /api/${string}`, Endpoint>>;
