import { createOutboxQueue, type OutboxContext, type SendMessage } from './outbox-queue.ts';

/** Empties the outbox: email in one queue, the mailing list in another. Starts when it is woken. */
export function createOutboxWorker(context: OutboxContext, send: SendMessage) {
  const lanes = [createOutboxQueue('mail', context, send), createOutboxQueue('newsletter', context, send)];
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
