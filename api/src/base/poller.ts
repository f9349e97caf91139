import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many items a round asks a provider about at the same time. */
const CONCURRENCY = 5;

export type Poller = {
  /** Starts the next round now, or right after the one that is running. */
  wake(): void;
  /** Waits for a running round. */
  stop(): Promise<void>;
};

/**
 * Runs `work` now, then on a timer and when woken, one round at a time. `work` returns true when there may
 * be more to do. After an error, the next round tries again. `stop` aborts the signal, for work that is long.
 */
export function startPoller(
  everyMs: number,
  work: (ending: AbortSignal) => Promise<boolean>,
  onError: (error: unknown) => void,
): Poller {
  const ending = new AbortController();
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    isAskedAgain = false;
    try {
      isAskedAgain = (await work(ending.signal)) || isAskedAgain;
    } catch (error) {
      if (!ending.signal.aborted) onError(error);
    }
    running = isAskedAgain && !ending.signal.aborted ? run() : undefined;
    await running;
  };
  const wake = () => {
    if (ending.signal.aborted) return;
    isAskedAgain = true;
    running ??= run();
  };
  const timer = setInterval(wake, everyMs);
  wake();
  return {
    wake,
    stop: async () => {
      ending.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Does the work of a round, a few items at a time. `work` must not throw. */
export async function workThrough<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) {
      // Lets other requests run between two items, even if the provider answers at once.
      await nextTurn();
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
