import { pino, type Logger } from 'pino';

export type Log = Logger;

/** An email address, also with %40, or a JSON escape, which must stay whole. */
const ESCAPE_OR_EMAIL =
  /\\(?:u[\da-f]{4}|.)|[^\s"\\<>(),:;[\]{}`/@]{1,64}(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;

/** JSON lines on standard output. Bodies, query strings and secrets are never passed to it. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorFacts },
    hooks: { streamWrite: maskEmails },
  });
}

/** Other servers repeat addresses in their errors. */
export function maskEmails(line: string): string {
  return line.replaceAll(ESCAPE_OR_EMAIL, (found) => (found.startsWith('\\') ? found : '[email]'));
}

/** Only these: errors of providers and of mail servers also carry names, addresses, cards and whole answers. */
export function errorFacts(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, statusCode, requestId }: Record<string, unknown> = { ...error };
  return { type, message, code, statusCode, requestId, stack };
}
