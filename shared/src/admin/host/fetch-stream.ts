import { CallError } from '../../contracts/call-error.ts';

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
