import { createCall } from '@northlight/shared/contracts/call-client.ts';
import { CallError, failureText } from '@northlight/shared/contracts/call-error.ts';

const TIMEOUT_MS = 30_000;

/** Calls the API, such as `call('POST /api/checkout', { body })`. Throws `CallError` and nothing else. */
export const call = createCall(async ({ method, path, body }) => {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const { status, statusText } = response;
  return { status, statusText, text: await response.text() };
});

/** What to say to people about a failed call. */
export const problemText = (error: unknown): string =>
  failureText(
    error,
    'Something went wrong. Please try again.',
    'We couldn’t reach our server. Please check your connection and try again.',
  );

/** The first message of each field that the server found fault with. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? (error.response?.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, messages]) => (messages[0] ? [[name, messages[0]]] : [])),
  );
}
