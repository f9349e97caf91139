import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../../../test/provider/fixture.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { createBreaker, inBackground } from './breaker.ts';

let asked: number;
let pauses: number[];
beforeEach(() => {
  asked = 0;
  pauses = [];
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const busy = (retryAfter?: string): RequestListener => {
  let left = 1;
  return (_, response) => {
    if (left-- > 0) response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end('answered');
  };
};

/** Makes a call and returns its response. Pauses between tries are recorded and skipped. */
async function ask(url: string, mayRetry = (answer: Response | null) => answer?.status === 429) {
  const provider = createProviderFetch({ name: 'The bank', mayRetry });
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number, ...more: []) => {
    // `fetch` also uses timers, but with arguments or shorter than our pauses.
    if (more.length > 0 || ms < 500) return later(work, ms, ...more);
    pauses.push(ms);
    return later(work, 0);
  }) as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  return provider((fetch) => fetch(url));
}

test('a busy provider is called again after a moment', async () => {
  expect((await ask(await listen(busy()))).status).toBe(200);
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThanOrEqual(500);
});

test('it is not called before Retry-After', async () => {
  expect((await ask(await listen(busy('3')))).status).toBe(200);
  expect(pauses).toEqual([3_000]);
});

test('Retry-After can be a date', async () => {
  const then = new Date(Date.now() + 4_000).toUTCString();
  expect((await ask(await listen(busy(then)))).status).toBe(200);
  expect(pauses[0]).toBeGreaterThan(2_000);
  expect(pauses[0]).toBeLessThanOrEqual(4_000);
});

test.each(['9', '3600', new Date(Date.now() + 60_000).toUTCString()])(
  'the call fails at once instead of waiting until %s',
  async (retryAfter) => {
    expect((await ask(await listen(busy(retryAfter)))).status).toBe(429);
    expect([asked, pauses]).toEqual([1, []]);
  },
);

test.each(['soon', '-5', ''])('an invalid Retry-After (%j) causes a short wait', async (retryAfter) => {
  expect((await ask(await listen(busy(retryAfter)))).status).toBe(200);
  expect(pauses).toHaveLength(1);
});

test('there are three tries, with growing pauses', async () => {
  const url = await listen((_, response) => void response.writeHead(429).end());
  expect((await ask(url)).status).toBe(429);
  expect(asked).toBe(3);
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? Infinity);
});

test('an incomplete answer is an error', async () => {
  const url = await listen((_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  expect((await failureOf(ask(url))).message).toMatch(/^Could not reach The bank/);
});

test('an endless answer is cut off by the deadline', async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
  const url = await listen((_, response) => {
    response.writeHead(200).write('half', () => deadline.abort());
  });
  expect((await failureOf(ask(url, () => true))).message).toBe('The bank did not respond within 8 seconds');
  expect(asked).toBe(1);
});

test('a redirect is not followed, so keys go nowhere else', async () => {
  const elsewhere = await listen((_, response) => void response.end());
  const url = await listen((_, response) => void response.writeHead(302, { location: elsewhere }).end());
  await failureOf(ask(url));
  expect(asked).toBe(1);
});

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
