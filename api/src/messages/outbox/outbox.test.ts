import { expect, onTestFinished, test, vi } from 'vitest';
import { outbox } from '../../db/schema/messages.ts';
import * as outboxStore from './outbox-store.ts';
import { aWorker, databaseFile, messagesWaiting, openFile } from '../../../test/fixtures/outbox-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { TEST_NOW, testDatabase, startTestApp } from '../../../test/shop/test-app.ts';
import { type OutboxMessage } from './outbox-store.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DeliveryError } from './delivery-error.ts';
import { pauseMs, waitMs } from './outbox-queue.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { queueUnverified } from './queue-unverified.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const LEASE = 6 * 60 * SECOND;

/** Timers fire only when the test says so. */
function stopTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** A database where this many messages wait. */
function aDatabase(messages = 0) {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  if (messages > 0) messagesWaiting(db, messages);
  return db;
}

const TO = { orderNumber: 'ORD-10001', recipient: 'x@y.example' };

/** One more message waits. */
const add = (db: Db, key: string, now = TEST_NOW) =>
  outboxStore.add(db, { ...TO, kind: 'new-order', key, payload: null }, now);

/** Records what it sends. Sending fails while `isDown` is true. */
function aMailServer(isDown = false) {
  const server = {
    isDown,
    sent: [] as string[],
    tries: 0,
    send: async (message: OutboxMessage) => {
      server.tries += 1;
      if (server.isDown) throw new Error('connect ECONNREFUSED');
      server.sent.push(message.key);
    },
  };
  return server;
}

/** So many messages wait for a worker that sends them there. */
function aQueue(messages: number, server: ReturnType<typeof aMailServer>) {
  const db = aDatabase(messages);
  return { db, server, worker: aWorker(db, server.send) };
}

async function waitAndDrain(worker: ReturnType<typeof aWorker>, milliseconds: number) {
  worker.wait(milliseconds);
  await worker.drain();
}

const statuses = (db: Db) => rows.outbox(db).map(({ status }) => status);

test.each(outboxStore.LANES)('a send that never ends costs the %s queue one turn', async (lane) => {
  const db = aDatabase(2);
  if (lane === 'newsletter') db.update(outbox).set({ kind: 'newsletter' }).run();
  const sent: string[] = [];
  const worker = aWorker(db, (message) =>
    message.id === 1 ? new Promise(() => {}) : Promise.resolve(void sent.push(message.key)),
  );
  stopTimers();
  const drained = worker.drain();
  await expect.poll(() => rows.outbox(db)[0]?.attempts).toBe(1);
  vi.advanceTimersByTime(LEASE);
  await drained;
  expect(rows.outbox(db)).toMatchObject([
    { status: 'waiting', attempts: 1, lastError: 'Sending took longer than 330 seconds.' },
    { status: 'sent' },
  ]);
  expect(sent).toHaveLength(1);
});

test('a key is stored only once', async () => {
  const db = aDatabase(1);
  const [first] = rows.outbox(db);
  const again = { ...TO, kind: 'order-confirmation', key: 'message-1', payload: null } as const;
  outboxStore.add(db, again, TEST_NOW);
  expect(rows.outbox(db)).toEqual([first]);
  const server = aMailServer();
  const worker = aWorker(db, server.send);
  await worker.drain();
  outboxStore.add(db, again, TEST_NOW);
  await worker.drain();
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ status: 'sent', sentAt: TEST_NOW, attempts: 1 }]);
});

test('two workers on one file send each of 50 messages once', async () => {
  const file = databaseFile();
  const [one, other] = [openFile(file), openFile(file)];
  messagesWaiting(one, 50);
  const server = aMailServer();
  const slow = async (message: OutboxMessage) => {
    await new Promise(setImmediate);
    await server.send(message);
  };
  await Promise.all([aWorker(one, slow).drain(), aWorker(other, slow).drain()]);
  expect(server.sent.toSorted()).toEqual(
    Array.from({ length: 50 }, (_, index) => `message-${index + 1}`).toSorted(),
  );
  expect(rows.outbox(one).every((message) => message.status === 'sent' && message.attempts === 1)).toBe(true);
});

test('a message leased by one worker is not given to another until the lease ends', async () => {
  const db = aDatabase(3);
  const leaseUntil = new Date(TEST_NOW.getTime() + LEASE);
  const leased = async (now: Date) => (await outboxStore.queueOf(db, 'email').lease(now, leaseUntil))?.key;
  for (const key of ['message-1', 'message-2', 'message-3']) expect(await leased(TEST_NOW)).toBe(key);
  expect(await leased(new Date(leaseUntil.getTime() - 1))).toBeUndefined();
  expect(await leased(leaseUntil)).toBe('message-1');
});

const BULK = inFull(3_000);

test(`the confirmation of an order goes before ${BULK} other emails`, async () => {
  const db = aDatabase();
  await inTransaction(db, () => {
    for (let index = 0; index < BULK; index += 1)
      outboxStore.add(
        db,
        { ...TO, kind: 'form-reminder', key: `bulk-${index}`, payload: { day: 1 } },
        TEST_NOW,
      );
  });
  const sent: string[] = [];
  const worker = aWorker(db, async ({ key }) => {
    if (sent.push(key) === BULK / 2) messagesWaiting(db, 2);
  });
  await worker.drain();
  expect(sent).toHaveLength(BULK + 2);
  expect(sent.slice(BULK / 2, BULK / 2 + 2)).toEqual(['message-1', 'message-2']);
});

test('a worker that dies while sending loses nothing', async () => {
  const db = aDatabase(1);
  await outboxStore.queueOf(db, 'email').lease(TEST_NOW, new Date(TEST_NOW.getTime() + LEASE));
  const server = aMailServer();
  const worker = aWorker(db, server.send);
  await worker.drain();
  expect(server.sent).toEqual([]);
  await waitAndDrain(worker, LEASE);
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ attempts: 2 }]);
});

test('a mail server that is down is retried after 5, 10 and 20 seconds, and the reason is stored', async () => {
  const { db, server, worker } = aQueue(1, aMailServer(true));
  await worker.drain();
  for (const [tries, seconds] of [
    [1, 5],
    [2, 10],
    [3, 20],
  ] as const) {
    expect(server.tries).toBe(tries);
    expect(rows.outbox(db)).toMatchObject([
      { status: 'waiting', attempts: tries, lastError: 'connect ECONNREFUSED' },
    ]);
    await waitAndDrain(worker, seconds * SECOND - 1);
    expect(server.tries).toBe(tries);
    await waitAndDrain(worker, 1);
  }
  server.isDown = false;
  await waitAndDrain(worker, 40 * SECOND);
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ status: 'sent', lastError: null, attempts: 5 }]);
});

test('after a day of retries a message is marked as failed and stays visible to the administrator', async () => {
  const { db, server, worker } = aQueue(1, aMailServer(true));
  let minutes = 0;
  for (; minutes < 48 * 60 && rows.outbox(db)[0]?.status === 'waiting'; minutes += 1) {
    await worker.drain();
    worker.wait(60 * SECOND);
  }
  expect(minutes / 60).toBeGreaterThan(23);
  expect(minutes / 60).toBeLessThan(26);
  expect(rows.outbox(db)).toMatchObject([
    { status: 'given-up', lastError: 'connect ECONNREFUSED', sentAt: null },
  ]);
  server.isDown = false;
  await waitAndDrain(worker, 24 * HOUR);
  expect(server.sent).toEqual([]);
});

test('the delay doubles up to an hour', () => {
  expect([1, 2, 5, 9, 10, 11, 30].map((attempts) => waitMs(attempts) / SECOND)).toEqual([
    5, 10, 80, 1_280, 2_560, 3_600, 3_600,
  ]);
});

const realTimeout = setTimeout;

/** Runs all pending work that does not wait for a timer. A commit can take a few milliseconds. */
async function settle() {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  await new Promise((resolve) => realTimeout(resolve, 20));
}

/** Timers fire, and what they do in the background shares the commits of customers. */
async function passIn(db: Db, milliseconds: number) {
  vi.advanceTimersByTime(milliseconds);
  for (let customer = 0; customer < 25; customer += 1) {
    await inTransaction(db, () => null);
    await new Promise(setImmediate);
  }
  await settle();
}

test('emails are sent in batches, shortly after the worker is woken, until it is stopped', async () => {
  stopTimers();
  const { db, server, worker } = aQueue(0, aMailServer());
  const pass = (milliseconds: number) => passIn(db, milliseconds);
  messagesWaiting(db, 45);
  worker.wake();
  worker.wake();
  await pass(199);
  expect(server.sent).toEqual([]);
  await pass(1);
  expect(server.sent).toHaveLength(20);
  await pass(200);
  await pass(200);
  expect(server.sent).toHaveLength(45);
  await worker.stop();
  worker.wake();
  expect(vi.getTimerCount()).toBe(0);
});

test('stopping in the middle of a batch finishes the current email and leaves the others', async () => {
  const db = aDatabase(5);
  const sent: string[] = [];
  let finishFirst = () => {};
  const worker = aWorker(db, async (message) => {
    sent.push(message.key);
    await new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
  });
  const drained = worker.drain();
  await settle();
  const stopped = worker.stop();
  finishFirst();
  await stopped;
  await drained;
  expect(sent).toHaveLength(1);
  const statuses = rows.outbox(db).map(({ status, nextAttemptAt }) => [status, nextAttemptAt <= TEST_NOW]);
  expect(statuses.filter(([status]) => status === 'sent')).toHaveLength(1);
  expect(statuses.filter(([status, isDue]) => status === 'waiting' && isDue)).toHaveLength(4);
});

test('an outbox that cannot be read is retried half a minute later', async () => {
  stopTimers();
  const db = aDatabase(1);
  const server = aMailServer();
  aWorker(db, server.send).wake();
  db.$client.exec('ALTER TABLE outbox RENAME TO away');
  await passIn(db, 200);
  db.$client.exec('ALTER TABLE away RENAME TO outbox');
  await passIn(db, 29_999);
  expect(server.sent).toEqual([]);
  await passIn(db, 1);
  expect(server.sent).toEqual(['message-1']);
});

/** Sending throws an outage error while `isDown` is true. */
function aClosedDoor() {
  const server = aMailServer(true);
  return Object.assign(server, {
    send: async (message: OutboxMessage) => {
      server.tries += 1;
      if (server.isDown) throw new DeliveryError('connect ECONNREFUSED', 'outage');
      server.sent.push(message.key);
    },
  });
}

test('during an outage one email is retried for all, and all show the reason', async () => {
  const { db, server, worker } = aQueue(30, aClosedDoor());
  await worker.drain();
  expect(server.tries).toBe(1);
  expect(new Set(rows.outbox(db).map(({ status, lastError }) => `${status}: ${lastError}`))).toEqual(
    new Set(['waiting: connect ECONNREFUSED']),
  );
  // The message reached no server, so no attempt is counted.
  expect(rows.outbox(db).every(({ attempts }) => attempts === 0)).toBe(true);
});

test('the first email that succeeds releases all others, each sent once', async () => {
  const { db, server, worker } = aQueue(30, aClosedDoor());
  for (let hour = 0; hour < 5; hour += 1) {
    await worker.drain();
    worker.wait(HOUR);
  }
  server.isDown = false;
  await worker.drain();
  expect(server.sent.toSorted()).toEqual(
    Array.from({ length: 30 }, (_, index) => `message-${index + 1}`).toSorted(),
  );
  expect(rows.outbox(db).every(({ status, lastError }) => status === 'sent' && lastError === null)).toBe(
    true,
  );
});

test('during an outage the mail server is retried after 1, 2, 4 and finally every 20 seconds, whatever is queued', async () => {
  stopTimers();
  const { db, server, worker } = aQueue(0, aClosedDoor());
  messagesWaiting(db, 3);
  worker.wake();
  const pass = async (milliseconds: number) => {
    worker.wait(milliseconds);
    await passIn(db, milliseconds);
  };
  await pass(200);
  expect(server.tries).toBe(1);
  worker.wake();
  await pass(999);
  expect(server.tries).toBe(1);
  await pass(1);
  expect(server.tries).toBe(2);
  expect([1, 2, 3, 5, 6, 50].map(pauseMs)).toEqual([1_000, 2_000, 4_000, 16_000, 20_000, 20_000]);
  server.isDown = false;
  await pass(2_000);
  expect(server.sent).toHaveLength(3);
});

test('after a whole day of outage old emails are marked as failed, and newer ones are still sent', async () => {
  const { db, server, worker } = aQueue(3, aClosedDoor());
  await worker.drain();
  await waitAndDrain(worker, 24 * HOUR - 1);
  expect(statuses(db)).toEqual(['waiting', 'waiting', 'waiting']);
  add(db, 'young', worker.clock.now);
  await waitAndDrain(worker, 60 * SECOND);
  expect(statuses(db)).toEqual(['given-up', 'given-up', 'given-up', 'waiting']);
  server.isDown = false;
  await waitAndDrain(worker, 60 * SECOND);
  expect(server.sent).toEqual(['young']);
});

test('after days offline, the first failure does not mark everything as failed', async () => {
  const { db, server, worker } = aQueue(2, aClosedDoor());
  await waitAndDrain(worker, 72 * HOUR);
  expect(statuses(db)).toEqual(['waiting', 'waiting']);
  server.isDown = false;
  await waitAndDrain(worker, 60 * SECOND);
  expect(server.sent).toHaveLength(2);
});

test('a dropped message does not end an outage; a rejected one does', async () => {
  const db = aDatabase();
  for (const key of ['1-outage', '2-outage', '3-outage', '4-outage', '5-dropped']) add(db, key);
  let refused = 0;
  const worker = aWorker(db, async ({ key }) => {
    if (key.endsWith('dropped')) return 'dropped' as const;
    if (key.endsWith('final')) {
      refused += 1;
      throw new DeliveryError('550', 'final');
    }
    throw new DeliveryError('down', 'outage');
  });
  const waits: number[] = [];
  for (let look = 0; look < 4; look += 1) {
    const before = worker.clock.now;
    await worker.drain();
    const next = rows.outbox(db)[look]?.nextAttemptAt.getTime() ?? 0;
    waits.push((next - before.getTime()) / SECOND);
  }
  expect(waits).toEqual([1, 2, 4, 8]);
  await worker.drain();
  add(db, '6-final');
  worker.wait(60 * SECOND);
  for (let look = 0; look < 8; look += 1) await worker.drain();
  expect(refused).toBe(1);
  expect(statuses(db)).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'dropped', 'given-up']);
});

test('an outage uses no attempts: the first temporary rejection after it is retried in 5 seconds', async () => {
  const db = aDatabase(1);
  let retryPolicy: 'outage' | 'later' = 'outage';
  let tries = 0;
  const worker = aWorker(db, async () => {
    tries += 1;
    throw new DeliveryError('no', retryPolicy);
  });
  for (let look = 0; look < 60; look += 1) {
    await worker.drain();
    worker.wait(20 * SECOND);
  }
  expect(tries).toBe(60);
  retryPolicy = 'later';
  await worker.drain();
  await waitAndDrain(worker, 5 * SECOND);
  expect(tries).toBe(62);
});

test('an email that causes an outage each time waits longer after each try and does not delay others', async () => {
  const db = aDatabase(1);
  let poisoned = 0;
  let passed = 0;
  const worker = aWorker(db, async ({ key }) => {
    if (key !== 'message-1') return void (passed += 1);
    poisoned += 1;
    throw new DeliveryError('hung up', 'outage');
  });
  for (let minute = 0; minute < 60; minute += 1) {
    add(db, `good-${minute}`, worker.clock.now);
    for (let look = 0; look < 3; look += 1) {
      await worker.drain();
      worker.wait(20 * SECOND);
    }
  }
  expect(passed).toBe(60);
  expect(poisoned).toBeLessThan(20);
});

test('a failed commit is handled like an unreadable outbox', async () => {
  const db = aDatabase(2);
  const worker = aWorker(db, async () => {
    db.$client.pragma('query_only = ON');
  });
  await expect(worker.drain()).rejects.toThrow(/readonly|attempt to write/i);
  await settle();
  db.$client.pragma('query_only = OFF');
});

test('a worker that is stopped while it takes the next message returns it unchanged', async () => {
  const db = aDatabase(2);
  let stopped = Promise.resolve();
  const worker = aWorker(db, async () => {
    // The worker leases the next message when it records the result of this one.
    stopped = Promise.resolve().then(() => worker.stop());
  });
  await worker.drain();
  await stopped;
  expect(rows.outbox(db).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
    'sent 1',
    'waiting 0',
  ]);
});

test('an outage of the mailing list does not delay email, and vice versa', async () => {
  const db = aDatabase(2);
  outboxStore.add(
    db,
    {
      ...TO,
      kind: 'newsletter',
      key: 'newsletter',
      payload: { firstName: 'Ada', lastName: 'Marlow', tag: 'website' },
    },
    TEST_NOW,
  );
  const sent: string[] = [];
  let closed = 'newsletter';
  const worker = aWorker(db, async ({ key }) => {
    if (key.startsWith(closed)) throw new DeliveryError('closed', 'outage');
    sent.push(key);
  });
  await worker.drain();
  expect(sent).toEqual(['message-1', 'message-2']);
  closed = 'nothing';
  await waitAndDrain(worker, SECOND);
  expect(sent).toEqual(['message-1', 'message-2', 'newsletter']);
});

test('a message that is no longer needed is dropped when it is due, not before', async () => {
  const db = aDatabase();
  outboxStore.add(
    db,
    { ...TO, kind: 'form-reminder', key: 'reminder', payload: { day: 1 } },
    TEST_NOW,
    new Date(TEST_NOW.getTime() + HOUR),
  );
  const worker = aWorker(db, async () => 'dropped' as const);
  await waitAndDrain(worker, HOUR - 1);
  expect(rows.outbox(db)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  await waitAndDrain(worker, 1);
  expect(rows.outbox(db)).toMatchObject([{ status: 'dropped', attempts: 1, sentAt: null }]);
});

test('a worker slower than its lease does not change what the next one sent', async () => {
  const db = aDatabase(1);
  await outboxStore.record(db, 'message-1', { status: 'sent', lastError: null, sent: null }, TEST_NOW);
  const later = new Date(TEST_NOW.getTime() + HOUR);
  await outboxStore.record(
    db,
    'message-1',
    { status: 'waiting', lastError: 'late', nextAttemptAt: later, attempts: 1 },
    later,
  );
  await outboxStore.record(db, 'message-1', { status: 'given-up', lastError: 'late' }, later);
  expect(rows.outbox(db)).toMatchObject([{ status: 'sent', sentAt: TEST_NOW, lastError: null }]);
});

const STRANGER = '198.51.100.1';
const OWNER = '203.0.113.1';
const MINUTE = 60_000;

/** A shop where a stranger asked for so many emails to one address. */
async function shopAfter(count: number) {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const ask = (mark: number, address: string) =>
    queueUnverified(
      app.context,
      {
        kind: 'order-news',
        key: `link:${mark}`,
        orderNumber: null,
        payload: { news: 'link', id: 1 },
        recipient: 'victim@elsewhere.example',
      },
      { kind: 'link', address },
    );
  for (let mark = 1; mark <= count; mark += 1) ask(mark, STRANGER);
  return { app, ask, last: () => rows.outbox(app.db).at(-1) };
}

test('an email that waits because of one network is sent at once when another asks for it', async () => {
  const { app, ask, last } = await shopAfter(6);
  const { now } = app.clock;
  expect(last()?.dueAt).toEqual(new Date(now.getTime() + 60 * MINUTE));
  expect(ask(6, OWNER)).toEqual(now);
  expect(last()).toMatchObject({ status: 'waiting', dueAt: now, nextAttemptAt: now });
});

test('an email that was held back is released when another network asks for it', async () => {
  const { app, ask, last } = await shopAfter(36);
  const { now } = app.clock;
  expect(last()).toMatchObject({ status: 'given-up', lastError: expect.stringContaining('Held back') });
  expect(ask(36, STRANGER)).toBeNull();
  expect(last()).toMatchObject({ status: 'given-up' });
  expect(ask(36, OWNER)).toEqual(now);
  expect(last()).toMatchObject({ status: 'waiting', dueAt: now, nextAttemptAt: now, lastError: null });
});

test('asking again for an email that waits makes it no later, and takes no room from others', async () => {
  const { app, ask, last } = await shopAfter(6);
  const before = last();
  for (let count = 0; count < 30; count += 1) expect(ask(6, STRANGER)).toBeNull();
  expect(last()).toEqual(before);
  expect(ask(7, STRANGER)).toEqual(new Date(app.clock.now.getTime() + 60 * MINUTE));
});

test('an email that was sent, or that an administrator discarded, is not sent again', async () => {
  const { app, ask, last } = await shopAfter(36);
  app.db.$client.exec("UPDATE outbox SET status = 'dropped'");
  expect(ask(1, OWNER)).toBeNull();
  expect(ask(36, OWNER)).toBeNull();
  expect(last()?.status).toBe('dropped');
});
