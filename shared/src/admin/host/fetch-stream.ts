import { CallError } from '../../contracts/call-error.ts';

/** The text of an answer as it arrives. Throws `CallError` when the server refuses, fetch's own error when the line breaks. */
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
    // Whoever stops reading also hangs up; a line that broke has nothing left to hang up.
    await reader.cancel().catch(() => undefined);
  }
}
