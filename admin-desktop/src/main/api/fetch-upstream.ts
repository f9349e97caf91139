import { responseHeaders } from '../page/page-headers.ts';

const TIMEOUT_MS = 30_000;
/** For a chunk of a file on a slow connection. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Response headers that the page receives. It does not receive cookies, proxy headers, or lengths of
 * compressed bodies.
 */
const RESPONSE_HEADERS = [
  'content-disposition',
  'retry-after',
  'allow',
  'tus-resumable',
  'location',
  'upload-offset',
  'upload-length',
];

/** The app sets content types itself, so that a server's response can never run as a page or script. */
const JSON_TYPE = 'application/json; charset=utf-8';
/** Responses of these types are streamed, with no limit on size or time. */
const STREAMS = new Map([
  ['text/event-stream', 'text/event-stream; charset=utf-8'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/pdf', 'application/pdf'],
  ['application/zip', 'application/zip'],
]);
/** Files of orders, with types that no page runs. */
export const FILES = '/api/json/files/';
const FILE_TYPE =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|heic)|(?:audio|video)\/[\w.+-]+|application\/(?:octet-stream|x-cfb|vnd\.[\w.-]+))$/;
/** Much more than a page of 500 orders. */
const MAX_BYTES = 20_000_000;

/** Error codes of requests that never reached the server. */
const NOT_SENT_CODES = new Set([
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
  method: string;
  headers: Record<string, string>;
  /** A stream is forwarded as it arrives. */
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;
  signal: AbortSignal;
};

export type Reply =
  | { kind: 'answer'; status: number; text: string; headers: Record<string, string>; setCookies: string[] }
  | { kind: 'stream'; response: Response; setCookies: string[] }
  | { kind: 'moved'; host: string }
  /** There was no response, or it came from something between the app and the server. */
  | { kind: 'unreachable'; mayHaveActed: boolean };

/**
 * Does not follow redirects, because the administrator did not choose the server they lead to. Rejects only
 * if `signal` aborts.
 */
export async function fetchUpstream(
  fetch: typeof globalThis.fetch,
  request: UpstreamRequest,
): Promise<Reply> {
  const { address, signal, ...init } = request;
  const timeout = new AbortController();
  const isStream = init.body instanceof ReadableStream;
  const timer = setTimeout(() => timeout.abort(), isStream ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      ...init,
      ...(isStream && { duplex: 'half' }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    return await readReply(response, address);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unreachable', mayHaveActed: !NOT_SENT_CODES.has(codeOf(error)) };
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
  const passedOn = responseHeaders(
    Object.fromEntries(
      RESPONSE_HEADERS.map((name) => [name, headers.get(name) ?? '']).filter(([, value]) => value),
    ),
  );
  const isFile = address.pathname.startsWith(FILES) && FILE_TYPE.test(type);
  const streamType = isFile ? type : STREAMS.get(type);
  if (status === 200 && streamType) {
    const streamed = new Response(body, { headers: { ...passedOn, 'Content-Type': streamType } });
    return { kind: 'stream', response: streamed, setCookies };
  }
  const text = await readTextAtMost(response, MAX_BYTES);
  // Uploads are answered with headers only.
  if (headers.has('tus-resumable') && response.ok && text === '')
    return { kind: 'answer', status, text, headers: passedOn, setCookies };
  if (!isItsOwn(status, type, text)) return { kind: 'unreachable', mayHaveActed: status !== 503 };
  return { kind: 'answer', status, text, headers: { ...passedOn, 'Content-Type': JSON_TYPE }, setCookies };
}

/** Whether the server itself sent the response. Proxies and Wi-Fi login pages can also respond. */
function isItsOwn(status: number, type: string, text: string): boolean {
  // The server's own responses always have a body, so these statuses come from something else.
  if (type !== 'application/json' || status < 200 || status > 599 || [204, 205].includes(status))
    return false;
  return ![502, 503, 504].includes(status) || text.includes('"requestId"');
}

/** Finds the error code behind Node's "fetch failed" error. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // Node tried several addresses of the same host name.
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return '';
}

/**
 * Reads a whole body. Returns null if it is too long, because a sender can send any amount. Does not read
 * past the limit.
 */
export async function readAtMost(
  { body }: Pick<Request | Response, 'body'>,
  mostBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > mostBytes) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Like `readAtMost`, but returns text and throws if the body is too long. */
export async function readTextAtMost(response: Response, mostBytes: number): Promise<string> {
  const bytes = await readAtMost(response, mostBytes);
  if (!bytes) throw new Error('The server’s response is too long.');
  return bytes.toString('utf8');
}
