import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Log } from '../../base/log.ts';

/** The whole site without videos and large pictures takes 3 MB. */
const LARGEST_BYTES = 256 * 1024;
/** A path has a few spellings, and each is kept by itself. */
const MAX_PAGES = 1_000;
/** Different for each response, or set by Node. */
const NOT_KEPT = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
/** Describe a body, which a 304 does not have. */
const OF_BODY = new Set(['content-length', 'content-type', 'content-encoding']);

/** With it, a visitor may see other pages than the published ones. */
export const PREVIEW_COOKIE = 'northlight-preview';

type Page = { etag: string; headers: string[]; headersWithoutBody: string[]; body: Buffer };

/**
 * Keeps the responses of static files in memory. Everything that `handle` does for a file, such as its headers,
 * is done once for each file and encoding. A request that isn't plain may get another response.
 */
export function createPageCache(
  handle: RequestListener,
  log: Log,
  isPlain: (request: IncomingMessage) => boolean = () => true,
): RequestListener & { forget: () => void } {
  const pages = new Map<string, Page>();
  // A response that began before the switch to another build must not be kept after it.
  let build = 0;
  const forget = () => {
    pages.clear();
    build += 1;
  };
  // Every page is logged then, which only `handle` does.
  if (log.isLevelEnabled('debug'))
    return Object.assign((...given: Parameters<RequestListener>) => handle(...given), { forget });
  const listener: RequestListener = (request, response) => {
    const key = isPlain(request) ? keyOf(request) : null;
    const page = key === null ? undefined : pages.get(key);
    if (page) {
      send(page, request, response);
      return;
    }
    if (key !== null && pages.size < MAX_PAGES) {
      const startedIn = build;
      watch(response, (kept) => startedIn === build && pages.set(key, kept));
    }
    handle(request, response);
  };
  return Object.assign(listener, { forget });
}

/** Null for a request whose response depends on more than its path and encoding. */
function keyOf({ method, url = '', headers, rawHeaders }: IncomingMessage): string | null {
  if (method !== 'GET' || url.startsWith('/api') || headers.range !== undefined) return null;
  if (headers.cookie?.includes(PREVIEW_COOKIE)) return null;
  // Several Host headers are refused.
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return null;
  const encodings = headers['accept-encoding'] ?? '';
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return `${/br/i.test(encodings) ? 'b' : '-'}${encodings.includes('gzip') ? 'z' : '-'}${path}`;
}

function send(page: Page, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === page.etag) response.writeHead(304, page.headersWithoutBody).end();
  else response.writeHead(200, page.headers).end(page.body);
}

/** Calls back with a whole response of a static file, which is known by its ETag. */
function watch(response: ServerResponse, keep: (page: Page) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.once('pipe', (file: Readable) =>
    file.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BYTES) chunks.push(chunk);
    }),
  );
  response.once('finish', () => {
    const headers = Object.entries(response.getHeaders()).filter(([name]) => !NOT_KEPT.has(name));
    const etag = response.getHeader('etag');
    const isWhole = size <= LARGEST_BYTES && Number(response.getHeader('content-length')) === size;
    if (response.statusCode !== 200 || typeof etag !== 'string' || !isWhole) return;
    const flat = (all: typeof headers) => all.flatMap(([name, value]) => [name, String(value)]);
    keep({
      etag,
      headers: flat(headers),
      headersWithoutBody: flat(headers.filter(([name]) => !OF_BODY.has(name))),
      body: Buffer.concat(chunks),
    });
  });
}
