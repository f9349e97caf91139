import { answerHeaders } from '../page/page-headers.ts';
import { readTextAtMost } from './read-at-most.ts';

const TIMEOUT_MS = 30_000;

/** Headers of answers that the page gets to see; cookies, proxies' marks and lengths of what was unpacked are not. */
const PASSED_ON = ['content-disposition', 'retry-after', 'allow'];

/** Never in the server's own words, for what it sends must not become a page or a script of ours. */
const JSON_TYPE = 'application/json; charset=utf-8';
/** These arrive piece by piece, for as long as they like. */
const STREAMS = new Map([
  ['text/event-stream', 'text/event-stream; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
]);
/** Far more than a page of 500 orders. */
const MAX_BYTES = 20_000_000;

/** Failures of a request that never reached the server. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export type UpstreamRequest = {
  address: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
};

export type Reply =
  | { kind: 'answer'; status: number; text: string; headers: Record<string, string>; setCookies: string[] }
  | { kind: 'stream'; response: Response; setCookies: string[] }
  | { kind: 'moved'; host: string }
  /** Nobody answered, or something between us and the server did. */
  | { kind: 'unreachable'; mayHaveActed: boolean };

/** Redirects are not followed: whoever stands there has not been chosen. Rejects only when `signal` ends it. */
export async function fetchUpstream(
  fetch: typeof globalThis.fetch,
  request: UpstreamRequest,
): Promise<Reply> {
  const { address, signal, ...init } = request;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    return await readReply(response, address);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unreachable', mayHaveActed: !NEVER_SENT.has(codeOf(error)) };
  } finally {
    clearTimeout(timer);
  }
}

async function readReply(response: Response, address: URL): Promise<Reply> {
  const { status, headers, body } = response;
  const [type = ''] = (headers.get('content-type') ?? '').split(/[;,]/).map((part) => part.trim());
  if (status >= 300 && status < 400) {
    await body?.cancel();
    const target = URL.parse(headers.get('location') ?? '', address.href);
    return { kind: 'moved', host: target?.host ?? 'another address' };
  }
  const setCookies = headers.getSetCookie();
  const passedOn = answerHeaders(
    Object.fromEntries(PASSED_ON.map((name) => [name, headers.get(name) ?? '']).filter(([, value]) => value)),
  );
  const streamType = STREAMS.get(type);
  if (status === 200 && streamType) {
    const streamed = new Response(body, { headers: { ...passedOn, 'Content-Type': streamType } });
    return { kind: 'stream', response: streamed, setCookies };
  }
  const text = await readTextAtMost(response, MAX_BYTES);
  if (!isItsOwn(status, type, text)) return { kind: 'unreachable', mayHaveActed: status !== 503 };
  return { kind: 'answer', status, text, headers: { ...passedOn, 'Content-Type': JSON_TYPE }, setCookies };
}

/** A proxy's page, or a hotel's, is no answer of the server. */
function isItsOwn(status: number, type: string, text: string): boolean {
  // Ours have all a body, so a status that forbids one is no answer of ours.
  if (type !== 'application/json' || status < 200 || status > 599 || [204, 205].includes(status))
    return false;
  return ![502, 503, 504].includes(status) || text.includes('"requestId"');
}

/** Node hides what happened behind "fetch failed". */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // Several addresses of one name were tried.
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return '';
}
