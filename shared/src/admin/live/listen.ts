import { anySignal } from '../base/any-signal.ts';
import { createParser } from 'eventsource-parser';

/** Real events have a few hundred characters. After a longer one, the parser takes nothing more. */
const MAX_EVENT_LENGTH = 100_000;

/** The server sends something every 20 s, so a connection that is silent for longer is dead. */
const MAX_SILENCE_MS = 45_000;
const INITIAL_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

type Listening = {
  open: (signal: AbortSignal) => AsyncIterable<string>;
  onOpen: () => void;
  onMessage: (data: string) => void;
  /** Returns whether to reconnect. */
  onLost: (error: unknown) => boolean;
};

/** Keeps a stream open until `signal` aborts. Reconnects with increasing delays. */
export async function listen(
  { open, onOpen, onMessage, onLost }: Listening,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    let error: unknown;
    try {
      const parser = createParser({
        maxBufferSize: MAX_EVENT_LENGTH,
        onEvent: ({ data }) => onMessage(data),
      });
      let isOpen = false;
      for await (const piece of withIdleTimeout(open, signal)) {
        if (!isOpen) onOpen();
        isOpen = true;
        failures = 0;
        parser.feed(piece);
      }
    } catch (thrown) {
      error = thrown;
    }
    if (signal.aborted || !onLost(error)) return;
    await pause(pauseMs(failures), signal);
  }
}

async function* withIdleTimeout(open: Listening['open'], signal: AbortSignal): AsyncGenerator<string> {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  let watchdog = setTimeout(abort, MAX_SILENCE_MS);
  try {
    for await (const piece of open(anySignal([signal, attempt.signal]))) {
      clearTimeout(watchdog);
      watchdog = setTimeout(abort, MAX_SILENCE_MS);
      yield piece;
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** 1, 2, 4, and so on, up to 30 seconds. */
export function pauseMs(failures: number): number {
  return Math.min(INITIAL_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
