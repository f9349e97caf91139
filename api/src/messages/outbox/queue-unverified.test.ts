import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { queueUnverified } from './queue-unverified.ts';

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
