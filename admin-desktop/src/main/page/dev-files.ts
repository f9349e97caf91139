import { pageHeaders } from './page-headers.ts';

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
