import type { CheckoutDeps } from '../checkout/checkout-deps.ts';
import type { EventStore } from './event-store.ts';
import { processEvents } from './process-event.ts';

const LOOK_AGAIN_MS = 2_000;

export type EventWorker = { wake(): void; stop(): Promise<void> };

/** One at a time, at once when an event comes in, and by a timer for those that wait. */
export function startEventWorker(deps: CheckoutDeps & { eventStore: EventStore }): EventWorker {
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    isAskedAgain = false;
    try {
      const { mayBeMore } = await processEvents(deps);
      isAskedAgain ||= mayBeMore;
    } catch (error) {
      deps.log.error({ err: error }, 'could not read webhook events; will retry');
    }
    running = isAskedAgain && !isStopped ? run() : undefined;
    await running;
  };
  const wake = () => {
    if (isStopped) return;
    isAskedAgain = true;
    running ??= run();
  };
  const timer = setInterval(wake, LOOK_AGAIN_MS);
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
