export type Poller = {
  /** Starts the next round now, or right after the one that is running. */
  wake(): void;
  /** Waits for a running round. */
  stop(): Promise<void>;
};

/**
 * Runs `work` now, then on a timer and when woken, one round at a time. `work` returns true when there may
 * be more to do. After an error, the next round tries again.
 */
export function startPoller(
  everyMs: number,
  work: () => Promise<boolean>,
  onError: (error: unknown) => void,
): Poller {
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    isAskedAgain = false;
    try {
      isAskedAgain = (await work()) || isAskedAgain;
    } catch (error) {
      onError(error);
    }
    running = isAskedAgain && !isStopped ? run() : undefined;
    await running;
  };
  const wake = () => {
    if (isStopped) return;
    isAskedAgain = true;
    running ??= run();
  };
  const timer = setInterval(wake, everyMs);
  wake();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
