import { expect, onTestFinished, test, vi } from 'vitest';
import { aWorker, databaseFile, messagesWaiting, openFile } from '../test/outbox-fixtures.ts';
import { rows } from '../test/rows.ts';
import { TEST_NOW, testDatabase } from '../test/test-app.ts';
import { createOutboxStore, type OutboxMessage } from './outbox-store.ts';
import { retryAt } from './outbox-worker.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const LEASE = 120 * SECOND;

function aDatabase() {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  return db;
}

/** Remembers what it sent; fails while `isDown`. */
function aMailServer() {
  const server = {
    isDown: false,
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

test('D19: a key is written once, for ever', async () => {
  const db = aDatabase();
  messagesWaiting(db, 1);
  const [first] = rows.outbox(db);
  const store = createOutboxStore(db);
  const again = {
    kind: 'order-confirmation',
    key: 'message-1',
    orderNumber: 'ORD-10001',
    payload: null,
    recipient: 'x@y.example',
  } as const;
  store.add(again, TEST_NOW);
  expect(rows.outbox(db)).toEqual([first]);
  const server = aMailServer();
  const worker = aWorker(db, server.send);
  await worker.drain();
  store.add(again, TEST_NOW);
  await worker.drain();
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ status: 'sent', sentAt: TEST_NOW, attempts: 1 }]);
});

test('D19: two workers on one file send each of 50 messages once', async () => {
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

test('D19: what a worker has leased nobody else gets, until the lease ends', async () => {
  const db = aDatabase();
  messagesWaiting(db, 3);
  const store = createOutboxStore(db);
  const leaseUntil = new Date(TEST_NOW.getTime() + LEASE);
  const keys = async (now: Date, limit = 10) =>
    (await store.lease(now, leaseUntil, limit)).map((message) => message.key);
  expect(await keys(TEST_NOW, 2)).toEqual(['message-1', 'message-2']);
  expect(await keys(TEST_NOW)).toEqual(['message-3']);
  expect(await keys(new Date(leaseUntil.getTime() - 1))).toEqual([]);
  expect(await keys(leaseUntil)).toHaveLength(3);
});

test('D19: a worker that died with a message in its hands loses nothing', async () => {
  const db = aDatabase();
  messagesWaiting(db, 1);
  await createOutboxStore(db).lease(TEST_NOW, new Date(TEST_NOW.getTime() + LEASE), 10);
  const server = aMailServer();
  const worker = aWorker(db, server.send);
  await worker.drain();
  expect(server.sent).toEqual([]);
  worker.wait(LEASE);
  await worker.drain();
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ attempts: 2 }]);
});

test('D19: a mail server that is down is tried again after 5 s, 10 s, 20 s, and the reason is kept', async () => {
  const db = aDatabase();
  messagesWaiting(db, 1);
  const server = aMailServer();
  server.isDown = true;
  const worker = aWorker(db, server.send);
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
    worker.wait(seconds * SECOND - 1);
    await worker.drain();
    expect(server.tries).toBe(tries);
    worker.wait(1);
    await worker.drain();
  }
  server.isDown = false;
  worker.wait(40 * SECOND);
  await worker.drain();
  expect(server.sent).toEqual(['message-1']);
  expect(rows.outbox(db)).toMatchObject([{ status: 'sent', lastError: null, attempts: 5 }]);
});

test('D19: one message that fails does not hold up the others', async () => {
  const db = aDatabase();
  messagesWaiting(db, 3);
  const sent: string[] = [];
  const worker = aWorker(db, async ({ key }) => {
    if (key === 'message-1') throw new Error('mailbox full');
    sent.push(key);
  });
  await worker.drain();
  expect(sent).toEqual(['message-2', 'message-3']);
});

test('D19: after a day a message is given up, and stays for the administrator to see', async () => {
  const db = aDatabase();
  messagesWaiting(db, 1);
  const server = aMailServer();
  server.isDown = true;
  const worker = aWorker(db, server.send);
  let hours = 0;
  for (; hours < 48 && rows.outbox(db)[0]?.status === 'waiting'; hours += 1) {
    await worker.drain();
    worker.wait(HOUR);
  }
  // Tried every hour; the last time a whole day after it was written.
  expect(hours).toBe(25);
  expect(rows.outbox(db)).toMatchObject([
    { status: 'given-up', lastError: 'connect ECONNREFUSED', sentAt: null },
  ]);
  server.isDown = false;
  worker.wait(24 * HOUR);
  await worker.drain();
  expect(server.sent).toEqual([]);
});

test('D19: the wait doubles up to an hour', () => {
  const waits = [1, 2, 5, 9, 10, 11, 30].map((attempts) => {
    const next = retryAt({ attempts, createdAt: TEST_NOW }, TEST_NOW);
    return next && (next.getTime() - TEST_NOW.getTime()) / SECOND;
  });
  expect(waits).toEqual([5, 10, 80, 1_280, 2_560, 3_600, 3_600]);
});

/** Lets everything run that waits for no timer. */
async function settle() {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
}

test('D19: mail goes in batches, a moment after it is announced, until the worker is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = aDatabase();
  const server = aMailServer();
  const worker = aWorker(db, server.send);
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await settle();
  };
  await pass(200);
  messagesWaiting(db, 25);
  worker.wake();
  worker.wake();
  await pass(199);
  expect(server.sent).toEqual([]);
  await pass(1);
  expect(server.sent).toHaveLength(10);
  await pass(200);
  await pass(200);
  expect(server.sent).toHaveLength(25);
  await worker.stop();
  worker.wake();
  expect(vi.getTimerCount()).toBe(0);
});

test('D19: an end in the middle of a batch finishes the mail in hand and gives the others back', async () => {
  const db = aDatabase();
  messagesWaiting(db, 5);
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

test('D19: an outbox that cannot be read is read again half a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const db = aDatabase();
  messagesWaiting(db, 1);
  const server = aMailServer();
  aWorker(db, server.send);
  db.$client.exec('ALTER TABLE outbox RENAME TO away');
  vi.advanceTimersByTime(200);
  await settle();
  db.$client.exec('ALTER TABLE away RENAME TO outbox');
  vi.advanceTimersByTime(29_999);
  await settle();
  expect(server.sent).toEqual([]);
  vi.advanceTimersByTime(1);
  await settle();
  expect(server.sent).toEqual(['message-1']);
});
