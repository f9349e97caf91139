import type { Log } from '../log.ts';
import type { Db } from '../db/client.ts';
import * as outboxStore from './outbox-store.ts';
import { retryPolicyOf } from './delivery-error.ts';
import { createPoisonMessages } from './poison-messages.ts';
import type { Lane, Outcome, OutboxMessage, SentMail } from './outbox-store.ts';

/**
 * Sends one message: what left, null for what is no mail, or `dropped` where there is no reason for it any more. Rejects
 * with a `DeliveryError` that says what to do, or with any other error.
 */
/** What the queue needs of the server. */
export type OutboxContext = { db: Db; now: () => Date; log: Log };

export type SendMessage = (message: OutboxMessage) => Promise<SentMail | null | 'dropped'>;
/** Mail waits a moment and goes in small batches, so that it never competes with a buyer's request. */
const SOON_MS = 200;
const BATCH = 20;
const POLL_INTERVAL_MS = 30_000;
/** Longer than a send may take at the worst, or another process would send it again. */
const LEASE_MS = 6 * 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60 * 60_000;
/** With these waits between them, about a day. */
const MAX_ATTEMPTS = 33;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 20_000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/** One way out, at its own speed: one message at a time, each leased and recorded by itself. */
export function createOutboxQueue(lane: Lane, { db, now, log }: OutboxContext, send: SendMessage) {
  let timer: NodeJS.Timeout | undefined;
  let isSoon = false;
  let isStopped = false;
  let outages = 0;
  let closedSince: Date | undefined;
  const poison = createPoisonMessages();
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
          schedule(POLL_INTERVAL_MS);
        },
      );
    }, milliseconds);
  }

  function untilNextLook(): number {
    if (outages > 0) return pauseMs(outages);
    const next = outboxStore.nextAttemptAt(db, lane);
    if (!next) return POLL_INTERVAL_MS;
    return Math.max(SOON_MS, Math.min(POLL_INTERVAL_MS, next.getTime() - now().getTime()));
  }

  const leaseNext = (): Promise<OutboxMessage | undefined> => {
    const time = now();
    return outboxStore.lease(db, lane, time, new Date(time.getTime() + LEASE_MS));
  };

  /** Whether there is nothing more to do now. */
  async function sendBatch(): Promise<boolean> {
    let message = isStopped ? undefined : await leaseNext();
    for (let sent = 1; message; sent += 1) {
      if (isStopped) {
        await outboxStore.record(db, message.key, handBack(message, message.lastError, now()), now());
        return true;
      }
      const { outcome, outage } = await attempt(message);
      const mayGoOn = outage === undefined && sent < BATCH;
      // All in one turn, so that they share one commit, and one wait for the disk.
      const [next] = await Promise.all([
        mayGoOn ? leaseNext() : undefined,
        outboxStore.record(db, message.key, outcome, now()),
        outage === undefined ? undefined : pause(outage),
      ]);
      if (!mayGoOn) return outage !== undefined;
      message = next;
    }
    return true;
  }

  /** All that is due says why it waits; what has waited for a whole day of it is given up. */
  function pause(outage: string): Promise<void> {
    const time = now();
    closedSince ??= time;
    const isOverADay = time.getTime() - closedSince.getTime() >= GIVE_UP_AFTER_MS;
    return outboxStore.pause(
      db,
      lane,
      outage,
      time,
      isOverADay ? new Date(time.getTime() - GIVE_UP_AFTER_MS) : null,
    );
  }

  async function attempt(message: OutboxMessage): Promise<{ outcome: Outcome; outage?: string }> {
    try {
      const sent = await send(message);
      // It did not try the way, so it says nothing about it.
      if (sent === 'dropped') return { outcome: { status: 'dropped' } };
      poison.passed(message.id);
      noteOpen();
      return { outcome: { status: 'sent', mail: sent } };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      const retryPolicy = retryPolicyOf(thrown);
      // Mail servers like to repeat the address.
      const reason = error.replaceAll(/\S+@\S+/g, 'the address');
      log.warn({ outboxId: message.id, kind: message.kind, reason, retryPolicy }, 'message not sent');
      if (retryPolicy === 'outage') return { outcome: afterOutage(message, error), outage: error };
      // Whoever refuses one mail is there for the others.
      noteOpen();
      return { outcome: afterRefusal(message, error, retryPolicy) };
    }
  }

  function noteOpen(): void {
    outages = 0;
    closedSince = undefined;
  }

  /** It reached nobody, so it counts as no attempt; unless others leave and only this one does not. */
  function afterOutage(message: OutboxMessage, error: string): Outcome {
    outages += 1;
    poison.closed(message.id);
    const strikes = poison.strikesOf(message.id);
    if (strikes >= MAX_ATTEMPTS) return giveUp(message, error);
    const wait = Math.max(pauseMs(outages), strikes > 0 ? waitMs(strikes) : 0);
    return handBack(message, error, new Date(now().getTime() + wait));
  }

  function afterRefusal(message: OutboxMessage, error: string, retryPolicy: 'final' | 'later'): Outcome {
    if (retryPolicy === 'final' || message.attempts >= MAX_ATTEMPTS) return giveUp(message, error);
    const nextAttemptAt = new Date(now().getTime() + waitMs(message.attempts));
    return { status: 'waiting', error, nextAttemptAt, attempts: message.attempts };
  }

  function giveUp({ id }: OutboxMessage, error: string): Outcome {
    poison.forget(id);
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
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** 1, 2, 4 and so on up to 20 seconds between two looks at a way that is closed. */
export function pauseMs(outages: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (outages - 1));
}
