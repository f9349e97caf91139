import type { AdminTransport } from '@northlight/shared/admin/admin-client.ts';

const TIMEOUT_MS = 30_000;

/** The console in a browser: the page and /api come from one server, and the session's cookie goes along. */
export const browserTransport: AdminTransport = async ({ method, path, body, signal }) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return { status: response.status, statusText: response.statusText, text: await response.text() };
};
