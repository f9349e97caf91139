import { createLane, type LaneDeps } from './outbox-lane.ts';

/** Sends the outbox: emails in one queue, mailing list calls in another. It starts when it is woken. */
export function createOutboxWorker(deps: LaneDeps) {
  const lanes = [createLane('mail', deps), createLane('newsletter', deps)];
  const all = async (does: (lane: (typeof lanes)[number]) => Promise<void>): Promise<void> => {
    await Promise.all(lanes.map(does));
  };
  return {
    /** Something was written: look soon. */
    wake: (): void => {
      for (const lane of lanes) lane.wake();
    },
    /** Sends everything that is due now; for tests and for an orderly end. */
    drain: () => all((lane) => lane.drain()),
    /** Finishes what is in hand. */
    stop: () => all((lane) => lane.stop()),
  };
}
