import { processEvents } from './process-event.ts';
import type { AppContext } from '../../context.ts';

const POLL_INTERVAL_MS = 2_000;

export type EventWorker = { wake(): void; stop(): Promise<void> };

/** Processes events one at a time: when one is stored, and on a timer for retries. */
export function startEventWorker(context: AppContext): EventWorker {
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    isAskedAgain = false;
    try {
      const { mayBeMore } = await processEvents(context);
      isAskedAgain ||= mayBeMore;
    } catch (error) {
      context.log.error({ err: error }, 'could not read webhook events; will retry');
    }
    running = isAskedAgain && !isStopped ? run() : undefined;
    await running;
  };
  const wake = () => {
    if (isStopped) return;
    isAskedAgain = true;
    running ??= run();
  };
  const timer = setInterval(wake, POLL_INTERVAL_MS);
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
