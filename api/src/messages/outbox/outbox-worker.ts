import { createOutboxQueue, type OutboxContext, type OutboxQueue, type SendMessage } from './outbox-queue.ts';
import * as outboxStore from './outbox-store.ts';

/** Empties the outbox: email in one queue, the mailing list in another, and `more`. Starts when it is woken. */
export function createOutboxWorker(context: OutboxContext, send: SendMessage, more: OutboxQueue[] = []) {
  const lanes = [
    ...outboxStore.LANES.map((lane) =>
      createOutboxQueue(lane, outboxStore.queueOf(context.db, lane), context, send),
    ),
    ...more,
  ];
  const all = async (does: (lane: OutboxQueue) => Promise<void>): Promise<void> => {
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
