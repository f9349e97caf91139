import type { Log } from '../log.ts';
import type { OutboxMessage, OutboxStore, SendOutcome } from './outbox-store.ts';

/** Sends one message or rejects. */
export type SendMessage = (message: OutboxMessage) => Promise<void>;

type Deps = { store: OutboxStore; send: SendMessage; now: () => Date; log: Log };

export type OutboxWorker = {
  /** Something was written: look soon. */
  wake(): void;
  /** Sends everything that is due now; for tests and for an orderly end. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Mail waits a moment and goes in small batches, so that it never competes with a buyer's request. */
const SOON_MS = 200;
const BATCH = 10;
const LOOK_AGAIN_MS = 30_000;
/** Longer than a whole batch takes at the worst, or another process would send its end again. */
const LEASE_MS = 10 * 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

export function createOutboxWorker({ store, send, now, log }: Deps): OutboxWorker {
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
  let isStopped = false;
  let running: Promise<unknown> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    isSoon = milliseconds <= SOON_MS;
    timer = setTimeout(() => {
      isSoon = false;
      running = running.then(sendBatch).then(
        (count) => {
          if (!isSoon) schedule(count === BATCH ? SOON_MS : LOOK_AGAIN_MS);
        },
        (error: unknown) => {
          log.error({ err: error }, 'the outbox could not be read; looking again later');
          schedule(LOOK_AGAIN_MS);
        },
      );
    }, milliseconds);
  }

  async function sendBatch(): Promise<number> {
    const time = now();
    const due = await store.lease(time, new Date(time.getTime() + LEASE_MS), BATCH);
    // Recorded one by one: whatever ends the process, at most the mail in hand is sent a second time.
    for (const message of due)
      await store.record(isStopped ? handBack(message) : await sendOne(message), now());
    return due.length;
  }

  async function sendOne(message: OutboxMessage): Promise<SendOutcome> {
    try {
      await send(message);
      return { key: message.key, isSent: true };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const nextAttemptAt = isFinal(error) ? null : retryAt(message, now());
      log.warn({ outboxId: message.id, kind: message.kind, reason, nextAttemptAt }, 'a message was not sent');
      return { key: message.key, isSent: false, error: reason, nextAttemptAt };
    }
  }

  function handBack({ key, lastError }: OutboxMessage): SendOutcome {
    return { key, isSent: false, error: lastError, nextAttemptAt: now() };
  }

  schedule(SOON_MS);
  return {
    wake: () => {
      if (!isSoon) schedule(SOON_MS);
    },
    drain: async () => {
      const drained = running.then(async () => {
        let count = 1;
        while (count > 0) count = isStopped ? 0 : await sendBatch();
      });
      running = drained;
      await drained;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Another try would be refused like this one; whoever throws it says so. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'isFinal' in error && error.isFinal === true;
}

/** Doubling waits with an hour as the longest; null, which gives up, a day after the message was written. */
export function retryAt(message: Pick<OutboxMessage, 'attempts' | 'createdAt'>, time: Date): Date | null {
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (message.attempts - 1));
  const next = new Date(time.getTime() + wait);
  return next.getTime() - message.createdAt.getTime() > GIVE_UP_AFTER_MS ? null : next;
}
