import { createOutboxQueue, type OutboxContext, type SendMessage } from './outbox-queue.ts';

/** Empties the outbox: email in one queue, the mailing list in another. Starts when it is woken. */
export function createOutboxWorker(context: OutboxContext, send: SendMessage) {
  const lanes = [createOutboxQueue('email', context, send), createOutboxQueue('newsletter', context, send)];
  const all = async (does: (lane: (typeof lanes)[number]) => Promise<void>): Promise<void> => {
    await Promise.all(lanes.map(does));
  };
  return {
    /** Call it after a message was queued. */
    wake: (): void => {
      for (const lane of lanes) lane.wake();
    },
    /** Sends everything that is due, for tests and shutdown. */
    drain: () => all((lane) => lane.drain()),
    /** Stops after the current messages. */
    stop: () => all((lane) => lane.stop()),
  };
}
