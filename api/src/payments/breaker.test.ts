import { beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../test/provider/fixture.ts';
import { createBreaker } from './breaker.ts';

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
const down = new Error('cannot be reached');
const answered = (status: number) => Object.assign(new Error(`answered ${status}`), { status });

async function fail(times: number, fault: Error = down): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await failureOf(work(fault))).toBe(fault);
}

test('what is asked is answered, and failures are passed on as they are', async () => {
  expect(await work()).toBe('answer');
  await fail(4);
  expect(await work()).toBe('answer');
});

test('after five failures in a row nobody is kept waiting for half a minute', async () => {
  await fail(5);
  clock += 29_999;
  expect((await failureOf(work())).message).toBe(
    'PayPal failed 5 times in a row. Pausing requests for a while',
  );
  expect(calls).toBe(5);
  clock += 1;
  expect(await work()).toBe('answer');
});

test('after the rest one failure is enough, and one success forgets all', async () => {
  await fail(5);
  clock += 30_000;
  await fail(1);
  await failureOf(work());
  expect(calls).toBe(6);
  clock += 30_000;
  await work();
  await fail(4);
  expect(await work()).toBe('answer');
});

test('a success between failures starts the count anew', async () => {
  await fail(4);
  await work();
  await fail(4);
  expect(await work()).toBe('answer');
});

test('refusals are signs of life, server errors are not', async () => {
  await fail(4);
  await fail(1, answered(422));
  await fail(4);
  expect(await work()).toBe('answer');
  await fail(5, answered(503));
  expect((await failureOf(work())).message).toContain('Pausing requests');
});

test('a server error that is handed on as an answer is a failure as well', async () => {
  const broken = () => breaker(async () => ({ status: 503 }));
  for (let time = 0; time < 5; time += 1) expect(await broken()).toEqual({ status: 503 });
  expect((await failureOf(broken())).message).toContain('Pausing requests');
});

test('those under way when it opens still get their answers', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const underWay = breaker(() => promise);
  await fail(5);
  resolve('late');
  expect(await underWay).toBe('late');
});
