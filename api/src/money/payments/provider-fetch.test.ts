import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failureOf } from '../../../test/provider/fixture.ts';
import { createProviderFetch } from './provider-fetch.ts';

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
