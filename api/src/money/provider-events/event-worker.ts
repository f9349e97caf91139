import type { AppContext } from '../context.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import { processEvents } from './process-event.ts';

const POLL_INTERVAL_MS = 2_000;

/** Processes events one at a time: when one is stored, and on a timer for retries. */
export function startEventWorker(context: AppContext): Poller {
  return startPoller(
    POLL_INTERVAL_MS,
    async () => (await processEvents(context)).mayBeMore,
    (error) => context.log.error({ err: error }, 'could not read webhook events; will retry'),
  );
}
