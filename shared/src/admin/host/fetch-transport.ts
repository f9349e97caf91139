import { AS_OF_HEADER, KEPT_HEADER } from '../../contracts/endpoint.ts';
import { BY_PERSON_HEADER } from '../../contracts/session.ts';
import type { AdminTransport } from '../base/admin-client.ts';

const TIMEOUT_MS = 30_000;

/** The page and /api share an origin, in browsers and in the desktop app, so the session cookie is sent. */
export const fetchTransport: AdminTransport = async ({ method, path, body, signal, isCacheOnly }) => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    // With the browser cache, identical requests wait for each other. These responses must not be cached
    // anyway.
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // True for a few seconds after a key press or click.
      ...(navigator.userActivation?.isActive && { [BY_PERSON_HEADER]: 'yes' }),
      ...(isCacheOnly && { [KEPT_HEADER]: 'only' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, statusText, headers } = response;
  const asOf = headers.get(AS_OF_HEADER);
  return { status, statusText, text: await response.text(), ...(asOf && { asOf }) };
};
