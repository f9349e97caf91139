import { AS_OF_HEADER, KEPT_HEADER } from '../../contracts/admin/offline-cache.ts';
import { BY_PERSON_HEADER } from '../../contracts/admin/session.ts';
import type { AdminTransport } from '../admin-client.ts';

const TIMEOUT_MS = 30_000;

/** The page and /api come from one origin, in a browser and on the desktop, and the session's cookie goes along. */
export const fetchTransport: AdminTransport = async ({ method, path, body, signal, isForKept }) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    // A browser's cache lets the second of two like calls wait for the first, and nothing of these may be cached anyway.
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // For some seconds after a key or a click.
      ...(navigator.userActivation?.isActive && { [BY_PERSON_HEADER]: 'yes' }),
      ...(isForKept && { [KEPT_HEADER]: 'only' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, statusText, headers } = response;
  const asOf = headers.get(AS_OF_HEADER);
  return { status, statusText, text: await response.text(), ...(asOf && { asOf }) };
};
