import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. Bodies, query strings and secrets are never passed to it. */
export function createLog(level: string): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
