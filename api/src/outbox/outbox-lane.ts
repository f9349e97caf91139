import type { Log } from '../log.ts';
import { remedyOf } from './not-sent.ts';
import { createSuspects } from './suspects.ts';
import type { Lane, Outcome, OutboxMessage, OutboxStore, SentMail } from './outbox-store.ts';

/**
 * Sends one message: what left, null for what is no mail, or `dropped` where there is no reason for it any more. Rejects
 * with a `NotSent` that says what to do, or with any other error.
 */
export type SendMessage = (message: OutboxMessage) => Promise<SentMail | null | 'dropped'>;

export type LaneDeps = { store: OutboxStore; send: SendMessage; now: () => Date; log: Log };

/** Mail waits a moment and goes in small batches, so that it never competes with a buyer's request. */
const SOON_MS = 200;
const BATCH = 20;
const LOOK_AGAIN_MS = 30_000;
/** Longer than a send may take at the worst, or another process would send it again. */
const LEASE_MS = 6 * 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;
/** With these waits between them, about a day. */
const MOST_ATTEMPTS = 33;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 20_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** One way out, at its own speed: one message at a time, each leased and recorded by itself. */
export function createLane(lane: Lane, { store, send, now, log }: LaneDeps) {
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
  let isStopped = false;
  let outages = 0;
  let closedSince: Date | undefined;
  const suspects = createSuspects();
  let running: Promise<unknown> = Promise.resolve();

  function schedule(milliseconds: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    isSoon = milliseconds <= SOON_MS;
    timer = setTimeout(() => {
      isSoon = false;
      running = running.then(sendBatch).then(
        (isDone) => {
          if (!isSoon) schedule(isDone ? untilNextLook() : SOON_MS);
        },
        (error: unknown) => {
          log.error({ err: error, lane }, 'could not read the outbox; will retry');
          schedule(LOOK_AGAIN_MS);
        },
      );
    }, milliseconds);
  }

  function untilNextLook(): number {
    if (outages > 0) return pauseMs(outages);
    const next = store.nextAttemptAt(lane);
    if (!next) return LOOK_AGAIN_MS;
    return Math.max(SOON_MS, Math.min(LOOK_AGAIN_MS, next.getTime() - now().getTime()));
  }

  const leaseNext = (): Promise<OutboxMessage | undefined> => {
    const time = now();
    return store.lease(lane, time, new Date(time.getTime() + LEASE_MS));
  };

  /** Whether there is nothing more to do now. */
  async function sendBatch(): Promise<boolean> {
    let message = isStopped ? undefined : await leaseNext();
    for (let sent = 1; message; sent += 1) {
      if (isStopped) {
        await store.record(message.key, handBack(message, message.lastError, now()), now());
        return true;
      }
      const { outcome, outage } = await attempt(message);
      const mayGoOn = outage === undefined && sent < BATCH;
      // All in one turn, so that they share one commit, and one wait for the disk.
      const [next] = await Promise.all([
        mayGoOn ? leaseNext() : undefined,
        store.record(message.key, outcome, now()),
        outage === undefined ? undefined : holdUp(outage),
      ]);
      if (!mayGoOn) return outage !== undefined;
      message = next;
    }
    return true;
  }

  /** All that is due says why it waits; what has waited for a whole day of it is given up. */
  function holdUp(outage: string): Promise<void> {
    const time = now();
    closedSince ??= time;
    const isOverADay = time.getTime() - closedSince.getTime() >= GIVE_UP_AFTER_MS;
    return store.holdUp(lane, outage, time, isOverADay ? new Date(time.getTime() - GIVE_UP_AFTER_MS) : null);
  }

  async function attempt(message: OutboxMessage): Promise<{ outcome: Outcome; outage?: string }> {
    try {
      const sent = await send(message);
      // It did not try the way, so it says nothing about it.
      if (sent === 'dropped') return { outcome: { status: 'dropped' } };
      suspects.passed(message.id);
      noteOpen();
      return { outcome: { status: 'sent', mail: sent } };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      const remedy = remedyOf(thrown);
      // Mail servers like to repeat the address.
      const reason = error.replaceAll(/\S+@\S+/g, 'the address');
      log.warn({ outboxId: message.id, kind: message.kind, reason, remedy }, 'message not sent');
      if (remedy === 'outage') return { outcome: afterOutage(message, error), outage: error };
      // Whoever refuses one mail is there for the others.
      noteOpen();
      return { outcome: afterRefusal(message, error, remedy) };
    }
  }

  function noteOpen(): void {
    outages = 0;
    closedSince = undefined;
  }

  /** It reached nobody, so it counts as no attempt; unless others leave and only this one does not. */
  function afterOutage(message: OutboxMessage, error: string): Outcome {
    outages += 1;
    suspects.closed(message.id);
    const strikes = suspects.strikesOf(message.id);
    if (strikes >= MOST_ATTEMPTS) return giveUp(message, error);
    const wait = Math.max(pauseMs(outages), strikes > 0 ? waitMs(strikes) : 0);
    return handBack(message, error, new Date(now().getTime() + wait));
  }

  function afterRefusal(message: OutboxMessage, error: string, remedy: 'final' | 'later'): Outcome {
    if (remedy === 'final' || message.attempts >= MOST_ATTEMPTS) return giveUp(message, error);
    const nextAttemptAt = new Date(now().getTime() + waitMs(message.attempts));
    return { status: 'waiting', error, nextAttemptAt, attempts: message.attempts };
  }

  function giveUp({ id }: OutboxMessage, error: string): Outcome {
    suspects.forget(id);
    return { status: 'given-up', error };
  }

  return {
    /** Something was written, or the server has started: look soon, unless nothing can leave just now. */
    wake: (): void => {
      if (!isSoon && outages === 0) schedule(SOON_MS);
    },
    /** Sends everything that is due now; for tests and for an orderly end. */
    drain: async (): Promise<void> => {
      const drained = running.then(async () => {
        let isDone = false;
        while (!isDone) isDone = await sendBatch();
      });
      running = drained;
      await drained;
    },
    /** Finishes the message in hand. */
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      // Whoever drained it has heard of it.
      await running.catch(() => undefined);
    },
  };
}

/** As it was before it was leased, but for the reason and the time. */
function handBack(message: OutboxMessage, error: string | null, nextAttemptAt: Date): Outcome {
  return { status: 'waiting', error, nextAttemptAt, attempts: message.attempts - 1 };
}

/** After so many attempts: 5 seconds, 10 and so on up to an hour. */
export function waitMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** 1, 2, 4 and so on up to 20 seconds between two looks at a way that is closed. */
export function pauseMs(outages: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (outages - 1));
}
