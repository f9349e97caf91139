import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isOurPage, PAGE_ORIGIN, isPagePath } from './page-address.ts';
import { pageHeaders } from './page-headers.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Paths that no system can interpret as leaving the folder. */
const SAFE_PATH = /^(?:\/[\w-]+)*\/[\w-]+(?:\.[\w-]+)+$/;

/** Serves the built renderer from its folder. */
export function createPageFiles(root: string) {
  return async (method: string, path: string): Promise<Response> => {
    if (method !== 'GET') return plain(405, 'Only GET requests are allowed.', { Allow: 'GET' });
    const [pathname = ''] = path.split('?');
    const file = isPagePath(pathname) ? '/index.html' : pathname;
    const type = TYPES[extname(file)];
    if (!type || !SAFE_PATH.test(file)) return nothing();
    const bytes = await readFile(join(root, file)).catch(() => null);
    return bytes ? new Response(bytes, { headers: pageHeaders(type) }) : nothing();
  };
}

const nothing = () => plain(404, 'Not found.');

function plain(status: number, text: string, more: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { ...pageHeaders('text/plain; charset=utf-8'), ...more } });
}

type Deps = {
  /** Handles requests that are not API calls. The path includes the query. */
  files: (method: string, path: string) => Promise<Response>;
  /** Handles API calls. The path includes the query, such as `/api/json/orders?q=a`. */
  proxyRequest: (request: Request, path: string) => Promise<Response>;
};

/**
 * Handles everything that the page can load: its own files, and the current server's responses under /api.
 */
export function createPageHandler({ files, proxyRequest }: Deps) {
  return async (request: Request): Promise<Response> => {
    if (!isOurPage(request.url)) return new Response('Not found.', { status: 404 });
    // Do not use `URL` here. It normalizes `..`, `\`, and tabs, and a normalized path must never be looked
    // up.
    const [path = ''] = request.url.slice(PAGE_ORIGIN.length).split('#');
    const [pathname = ''] = path.split('?');
    if (pathname === '/api' || pathname.startsWith('/api/')) return proxyRequest(request, path);
    return files(request.method, path || '/');
  };
}

/**
 * In development, Vite serves the page's files. Vite adds style elements and connects by WebSocket for
 * updates, so the policy allows both.
 */
export function createDevFiles(devServer: string, fetch: typeof globalThis.fetch) {
  const socket = devServer.replace(/^http/, 'ws');
  const policy = `default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ${socket}`;
  return async (method: string, path: string): Promise<Response> => {
    const { status, headers, body } = await fetch(devServer + path, { method });
    const type = headers.get('content-type') ?? 'text/plain';
    return new Response(body, {
      status,
      headers: { ...pageHeaders(type), 'Content-Security-Policy': policy },
    });
  };
}
