import { anySignal } from '../base/any-signal.ts';
import { AS_OF_HEADER, KEPT_HEADER } from '../../contracts/endpoint.ts';
import { BY_PERSON_HEADER } from '../../contracts/session.ts';
import type { AdminTransport } from '../base/admin-client.ts';
import { CallError } from '../../contracts/call-error.ts';

const TIMEOUT_MS = 30_000;
/** For files. */
const LONG_TIMEOUT_MS = 10 * 60_000;

/** The page and /api share an origin, in browsers and in the desktop app, so the session cookie is sent. */
export const fetchTransport: AdminTransport = async ({ method, path, body, signal, isCacheOnly }) => {
  const isFile = body instanceof Blob;
  const timeout = AbortSignal.timeout(isFile ? LONG_TIMEOUT_MS : TIMEOUT_MS);
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    // With the browser cache, identical requests wait for each other. These responses must not be cached
    // anyway.
    cache: 'no-store',
    signal: signal ? anySignal([signal, timeout]) : timeout,
    headers: {
      ...(body !== undefined && { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' }),
      // True for a few seconds after a key press or click.
      ...(navigator.userActivation?.isActive && { [BY_PERSON_HEADER]: 'yes' }),
      ...(isCacheOnly && { [KEPT_HEADER]: 'only' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
  const { status, statusText, headers } = response;
  const asOf = headers.get(AS_OF_HEADER);
  return { status, statusText, text: await response.text(), ...(asOf && { asOf }) };
};

/**
 * Streams a response as text. Throws `CallError` when the server refuses the request, or fetch's error when
 * the connection fails.
 */
export async function* fetchStream(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const response = await fetch(path, {
    credentials: 'same-origin',
    headers: { Accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) throw new CallError(response.status, await response.text());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    // Closes the connection when the caller stops reading. After a connection error there is nothing to
    // cancel.
    await reader.cancel().catch(() => undefined);
  }
}
