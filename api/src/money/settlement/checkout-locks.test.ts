import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCheckoutLocks } from '../context.ts';

test('tasks of one checkout never overlap and run in the order they arrive', async () => {
  const locks = createCheckoutLocks();
  let running = 0;
  const overlaps: number[] = [];
  const order: number[] = [];
  const work = (nth: number) =>
    locks.run('checkout', async () => {
      running += 1;
      overlaps.push(running);
      order.push(nth);
      await delay(nth % 3);
      await Promise.resolve();
      running -= 1;
    });
  const all: Promise<void>[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    all.push(work(nth));
    // Some tasks arrive together, some while others run, and some in the same event loop turn in which one
    // ends.
    if (nth % 4 === 0) await delay(nth % 8 === 0 ? 1 : 0);
    if (nth % 7 === 0) await all.at(-1);
  }
  await Promise.all(all);
  expect(Math.max(...overlaps)).toBe(1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a failing task lets the next one run, and its error reaches its own caller', async () => {
  const locks = createCheckoutLocks();
  const failing = locks.run('checkout', () => Promise.reject(new Error('no answer')));
  const next = locks.run('checkout', async () => 'done');
  await expect(failing).rejects.toThrow('no answer');
  expect(await next).toBe('done');
});

test('other checkouts do not wait', async () => {
  const locks = createCheckoutLocks();
  const slow = Promise.withResolvers<void>();
  const first = locks.run('one', () => slow.promise);
  expect(await locks.run('two', async () => 'done')).toBe('done');
  slow.resolve();
  await first;
});
