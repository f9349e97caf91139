import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import { waitsForOldMachine } from '../../db/shop-settings.ts';
import { inBackground } from '../../db/transaction.ts';
import { DeliveryError, retryPolicyOf } from './delivery-error.ts';
import type { OutboxMessage, SentEmail } from './outbox-store.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';
import * as outboxStore from './outbox-store.ts';

/** The part of the context that the queue needs. */
export type OutboxContext = { db: Db; now: () => Date; log: Log };

/** `attempts` includes the one that a lease begins. */
export type Queued = { id: number; kind: string; attempts: number; lastError: string | null };

/** What is stored of a try, and what was sent. */
export type Outcome<Sent> = { lastError: string | null } & (
  | { status: 'sent'; sent: Sent }
  | { status: 'dropped' | 'given-up' }
  | { status: 'waiting'; nextAttemptAt: Date; attempts: number }
);

/** Where the messages of a queue are stored. */
export type QueueStore<Message extends Queued, Sent> = {
  /** Leases the message that has waited longest, so that nobody else sends it. Undefined when none is due. */
  lease(now: Date, leaseUntil: Date): Promise<Message | undefined>;
  record(message: Message, outcome: Outcome<Sent>, now: Date): Promise<void>;
  /**
   * Records an outage: all due messages get the reason, and those due before `giveUpBefore`, if given, fail.
   */
  pause(error: string, now: Date, giveUpBefore: Date | null): Promise<void>;
  /** When the next message is due or a lease ends; undefined when none waits. */
  nextAttemptAt(): Date | undefined;
};

/**
 * Sends one message. Resolves to what was sent, or `dropped` when it is no longer needed. Rejects with a
 * `DeliveryError` that says what to do, or any other error.
 */
export type Send<Message, Sent> = (message: Message) => Promise<Sent | 'dropped'>;
/** Null for a message that is not an email. */
export type SendMessage = Send<OutboxMessage, SentEmail | null>;
export type OutboxQueue = Pick<ReturnType<typeof createOutboxQueue>, 'wake' | 'drain' | 'stop'>;

/** Waits a moment and sends in small batches, so email never competes with a customer's request. */
const SOON_MS = 200;
const BATCH = 20;
const POLL_INTERVAL_MS = 30_000;
/** Longer than the slowest send, or another process would send it again. */
const LEASE_MS = 6 * 60_000;
/** Longer than any sender's own limit, and shorter than a lease. */
const TURN_MS = 5.5 * 60_000;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = HOUR_MS;
/** With these waits, about a day. */
const MAX_ATTEMPTS = 33;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 20_000;
const GIVE_UP_AFTER_MS = DAY_MS;

/**
 * A queue with its own pace: one message at a time, each leased and recorded separately. A send that takes longer than
 * `turnMs` counts as failed.
 */
export function createOutboxQueue<Message extends Queued, Sent>(
  lane: string,
  store: QueueStore<Message, Sent>,
  { db, now, log }: OutboxContext,
  send: Send<Message, Sent>,
  turnMs = TURN_MS,
) {
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
      running = running
        .then(() => inBackground(sendBatch))
        .then(
          (isDone) => {
            if (!isSoon) schedule(isDone ? msUntilNextCheck() : SOON_MS);
          },
          (error: unknown) => {
            log.error({ err: error, lane }, 'could not read the outbox; will retry');
            schedule(POLL_INTERVAL_MS);
          },
        );
    }, milliseconds);
  }

  function msUntilNextCheck(): number {
    if (waitsForOldMachine(db)) return POLL_INTERVAL_MS;
    if (outages > 0) return pauseMs(outages);
    const next = store.nextAttemptAt();
    if (!next) return POLL_INTERVAL_MS;
    return Math.max(SOON_MS, Math.min(POLL_INTERVAL_MS, next.getTime() - now().getTime()));
  }

  const leaseNext = (): Promise<Message | undefined> => {
    const time = now();
    return store.lease(time, new Date(time.getTime() + LEASE_MS));
  };

  /** Whether nothing more is due. */
  async function sendBatch(): Promise<boolean> {
    if (waitsForOldMachine(db)) return true;
    let message = isStopped ? undefined : await leaseNext();
    for (let sent = 1; message; sent += 1) {
      if (isStopped) {
        await store.record(message, release(message, message.lastError, now()), now());
        return true;
      }
      const { outcome, outage } = await attempt(message);
      const mayGoOn = outage === undefined && sent < BATCH;
      // In one turn of the event loop, so they share one commit.
      const [next] = await Promise.all([
        mayGoOn ? leaseNext() : undefined,
        store.record(message, outcome, now()),
        outage === undefined ? undefined : pause(outage),
      ]);
      if (!mayGoOn) return outage !== undefined;
      message = next;
    }
    return true;
  }

  /** Records the reason on all due messages. After a whole day of outage they fail. */
  function pause(outage: string): Promise<void> {
    const time = now();
    closedSince ??= time;
    const isOverADay = time.getTime() - closedSince.getTime() >= GIVE_UP_AFTER_MS;
    return store.pause(outage, time, isOverADay ? new Date(time.getTime() - GIVE_UP_AFTER_MS) : null);
  }

  async function attempt(message: Message): Promise<{ outcome: Outcome<Sent>; outage?: string }> {
    try {
      const sent = await withinTurn(send(message), turnMs);
      // It was not sent, so it says nothing about the connection.
      if (sent === 'dropped') return { outcome: { status: 'dropped', lastError: null } };
      poison.sent(message.id);
      endOutage();
      return { outcome: { status: 'sent', lastError: null, sent } };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      const retryPolicy = retryPolicyOf(thrown);
      // Email servers often repeat the address.
      const reason = error.replaceAll(/\S+@\S+/g, 'the address');
      log.warn({ outboxId: message.id, kind: message.kind, reason, retryPolicy }, 'message not sent');
      if (retryPolicy === 'outage') return { outcome: afterOutage(message, error), outage: error };
      // A server that refuses one email still accepts others.
      endOutage();
      return { outcome: afterRefusal(message, error, retryPolicy) };
    }
  }

  function endOutage(): void {
    outages = 0;
    closedSince = undefined;
  }

  /** An outage does not count as an attempt, unless other messages get through and this one does not. */
  function afterOutage(message: Message, error: string): Outcome<Sent> {
    outages += 1;
    poison.outageBegan(message.id);
    const strikes = poison.strikesOf(message.id);
    if (strikes >= MAX_ATTEMPTS) return giveUp(message, error);
    const wait = Math.max(pauseMs(outages), strikes > 0 ? waitMs(strikes) : 0);
    return release(message, error, new Date(now().getTime() + wait));
  }

  function afterRefusal(message: Message, error: string, retryPolicy: 'final' | 'later'): Outcome<Sent> {
    if (retryPolicy === 'final' || message.attempts >= MAX_ATTEMPTS) return giveUp(message, error);
    const nextAttemptAt = new Date(now().getTime() + waitMs(message.attempts));
    return { status: 'waiting', lastError: error, nextAttemptAt, attempts: message.attempts };
  }

  function giveUp({ id }: Message, error: string): Outcome<Sent> {
    poison.forget(id);
    return { status: 'given-up', lastError: error };
  }

  return {
    /** Call it after a message was queued and at the start. Does nothing during an outage. */
    wake: (): void => {
      if (!isSoon && outages === 0) schedule(SOON_MS);
    },
    /** Sends everything that is due, for tests and shutdown. */
    drain: async (): Promise<void> => {
      const drained = running.then(async () => {
        let isDone = false;
        while (!isDone) isDone = await sendBatch();
      });
      running = drained;
      await drained;
    },
    /** Stops after the current message. */
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      // The caller of `drain` already got the error.
      await running.catch(() => undefined);
    },
  };
}

/** Whatever a sender forgot to limit, it holds up its queue no longer than this. */
const withinTurn = <Sent>(sending: Promise<Sent>, turnMs: number): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const tooLong = `Sending took longer than ${Math.round(turnMs / 1_000)} seconds.`;
    const timer = setTimeout(() => reject(new DeliveryError(tooLong, 'later')), turnMs);
    void sending.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** The state before the lease, except for the reason and the time. */
function release(message: Queued, lastError: string | null, nextAttemptAt: Date): Outcome<never> {
  return { status: 'waiting', lastError, nextAttemptAt, attempts: message.attempts - 1 };
}

/** The wait after an attempt: 5 seconds, 10, and so on, up to an hour. */
export function waitMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/** The wait between two tries during an outage: 1, 2, 4, up to 20 seconds. */
export function pauseMs(outages: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (outages - 1));
}

/**
 * Tells an outage from a message that causes one: a message in hand when an outage began gets a strike when
 * another message is sent in the meantime.
 */
function createPoisonMessages() {
  const inHand = new Set<number>();
  const strikes = new Map<number, number>();
  return {
    /** An outage began with this message in hand. */
    outageBegan: (id: number): void => void inHand.add(id),
    /** This message was sent. */
    sent: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
      for (const other of inHand) strikes.set(other, (strikes.get(other) ?? 0) + 1);
      inHand.clear();
    },
    strikesOf: (id: number): number => strikes.get(id) ?? 0,
    /** It will not be tried again. */
    forget: (id: number): void => {
      inHand.delete(id);
      strikes.delete(id);
    },
  };
}

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
