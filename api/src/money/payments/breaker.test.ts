import { beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../../test/provider/fixture.ts';
import { createBreaker, inBackground } from './breaker.ts';

let clock: number;
let breaker: ReturnType<typeof createBreaker>;
let calls: number;
beforeEach(() => {
  clock = 1_000;
  calls = 0;
  breaker = createBreaker('PayPal', () => clock);
});

const work = (fault?: Error) =>
  breaker(async () => {
    calls += 1;
    if (fault) throw fault;
    return 'answer';
  });
const workInBackground = (fault?: Error) => inBackground(() => work(fault));
const down = new Error('cannot be reached');
const answered = (status: number) => Object.assign(new Error(`answered ${status}`), { status });

async function fail(times: number, fault: Error = down, by = work): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await failureOf(by(fault))).toBe(fault);
}

const PAUSED = 'failed 5 times in a row. Pausing requests for a while';

test('calls and their errors pass through', async () => {
  expect(await work()).toBe('answer');
  await fail(4);
  expect(await work()).toBe('answer');
});

test('after five failures in a row, calls of background work fail at once for half a minute', async () => {
  await fail(5, down, workInBackground);
  clock += 29_999;
  expect((await failureOf(workInBackground())).message).toBe(`PayPal, background work ${PAUSED}`);
  expect(calls).toBe(5);
  clock += 1;
  expect(await workInBackground()).toBe('answer');
});

test('after the pause one failure is enough to open it, and one success resets it', async () => {
  await fail(5, down, workInBackground);
  clock += 30_000;
  await fail(1, down, workInBackground);
  await failureOf(workInBackground());
  expect(calls).toBe(6);
  clock += 30_000;
  await workInBackground();
  await fail(4, down, workInBackground);
  expect(await workInBackground()).toBe('answer');
});

test('background work never stops the calls of people, and the other way round', async () => {
  await fail(5, down, workInBackground);
  expect(await work()).toBe('answer');
  await fail(5);
  clock += 30_000;
  expect(await workInBackground()).toBe('answer');
});

test('while it is open, every call of a person goes through, also at the same time, and a success closes it', async () => {
  await fail(5);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = breaker(() => promise);
  expect(await Promise.all(Array.from({ length: 20 }, () => work()))).toEqual(Array(20).fill('answer'));
  resolve('answer');
  expect(await first).toBe('answer');
  expect(await work()).toBe('answer');
  await fail(5);
  await fail(3);
  expect(calls).toBe(5 + 20 + 1 + 5 + 3);
});

test('a success resets the count', async () => {
  await fail(4);
  await work();
  await fail(4);
  expect(await work()).toBe('answer');
});

test('refusals do not count as failures, but server errors do', async () => {
  await fail(4);
  await fail(1, answered(422));
  await fail(4);
  expect(await work()).toBe('answer');
  await fail(5, answered(503), workInBackground);
  expect((await failureOf(workInBackground())).message).toContain(PAUSED);
});

test('a server error returned as an answer counts as a failure', async () => {
  const broken = () => inBackground(() => breaker(async () => ({ status: 503 })));
  for (let time = 0; time < 5; time += 1) expect(await broken()).toEqual({ status: 503 });
  expect((await failureOf(broken())).message).toContain(PAUSED);
});

test('calls in flight when it opens still get their answers', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const underWay = breaker(() => promise);
  await fail(5);
  resolve('late');
  expect(await underWay).toBe('late');
});
