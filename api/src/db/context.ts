import type { Log } from '../base/log.ts';
import type { Env } from '../base/settings/env.ts';
import type { Db } from './client.ts';

/**
 * What every part of the server works with. Each room adds what it brings along in a `context.ts` of its own;
 * `server/context.ts` makes the whole.
 */
export type CoreContext = {
  db: Db;
  settings: Env;
  log: Log;
  now: () => Date;
  /** What is free on the disk of a folder. */
  freeBytes: (folder: string) => number;
  /** Why no order can be stored right now, in words for the operator. Null when all is well. */
  whyNoOrders: () => Promise<string | null>;
  /** Set when the server begins to shut down. */
  isStopping: boolean;
};

/** What writes records and queues emails needs. */
export type RecordContext = Pick<CoreContext, 'db' | 'settings' | 'now'>;
