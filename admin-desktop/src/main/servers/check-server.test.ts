import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { onTestFinished, expect, test, vi } from 'vitest';
import { freePort } from '../../../../api/test/shop/free-port.ts';
import { startStub, startStubShop } from '../test/stub-server.ts';
import { checkServer } from './check-server.ts';

const reasonOf = async (typed: string, fetched = fetch) => {
  const checked = await checkServer(fetched, typed);
  return checked.isGood ? 'good' : checked.reason;
};

const answering = async (status: number, headers: Record<string, string>, body: string) => {
  const { origin } = await startStub((_, response) => response.writeHead(status, headers).end(body));
  return reasonOf(origin);
};

const JSON_TYPE = { 'content-type': 'application/json' };
const OK = '{"status":"ok"}';

test('a Northlight server is accepted even if its address has extra text, and its business name is returned', async () => {
  const { port, seen } = await startStubShop();
  expect(await checkServer(fetch, ` 127.0.0.1:${port}/admin `)).toEqual({
    isGood: true,
    origin: `http://127.0.0.1:${port}`,
    businessName: 'Stub',
  });
  expect(seen.map(({ url, headers }) => [url, headers.cookie])).toEqual([
    ['/api/health', undefined],
    ['/api/about', undefined],
  ]);
});

test('no request is sent to an invalid address', async () => {
  expect(await reasonOf('http://shop.example.com', vi.fn())).toContain('Use https://shop.example.com');
});

test('an unreachable server is reported', async () => {
  const port = await freePort();
  expect(await reasonOf(`127.0.0.1:${port}`)).toBe(
    `127.0.0.1:${port} isn’t responding. Check that the server is running.`,
  );
  // The standard reserves .invalid, so this name never exists.
  expect(await reasonOf('shop.invalid')).toMatch(
    /Couldn’t find shop\.invalid|Couldn’t look up shop\.invalid/,
  );
});

test('a server without https and a server that hangs up are reported', async () => {
  const { port } = await startStubShop();
  expect(await reasonOf(`https://127.0.0.1:${port}`)).toBe(`127.0.0.1:${port} doesn’t support https.`);
  const rude = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  onTestFinished(() => void rude.close());
  await new Promise((resolve) => rude.once('listening', resolve));
  const { port: rudePort } = rude.address() as AddressInfo;
  expect(await reasonOf(`127.0.0.1:${rudePort}`)).toMatch(/^The connection to 127\.0\.0\.1:\d+ failed/);
});

test('the timeout is eight seconds', async () => {
  const never = vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late')))),
  );
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  onTestFinished(() => timeout.mockRestore());
  never.mockRejectedValueOnce(new Error('late'));
  expect(await reasonOf('shop.example.com', never)).toBe(
    'shop.example.com didn’t respond within 8 seconds. Check the address and try again.',
  );
  expect(timeout).toHaveBeenCalledWith(8_000);
});

test('other programs, pages, and proxies are reported', async () => {
  expect(await answering(200, { 'content-type': 'text/html' }, '<h1>Hello</h1>')).toMatch(
    /no Northlight shop/,
  );
  expect(await answering(404, {}, 'Not found')).toMatch(/no Northlight shop/);
  expect(await answering(401, {}, '')).toMatch(/no Northlight shop/);
  expect(await answering(302, { location: 'https://www.example.com/api/health' }, '')).toMatch(
    /redirects to www\.example\.com\. Enter that address instead\./,
  );
  expect(await answering(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>')).toMatch(
    /is online, but the shop isn’t responding/,
  );
});

test('older, newer, and broken servers are reported', async () => {
  const version = (text: string) => ({ ...JSON_TYPE, 'northlight-version': text });
  expect(await answering(200, JSON_TYPE, OK)).toMatch(/needs a newer version/);
  expect(await answering(200, version('0'), OK)).toMatch(/needs a newer version/);
  expect(await answering(200, version('2'), OK)).toMatch(/This app is too old/);
  expect(await answering(503, version('1'), '{"code":"database_unavailable"}')).toMatch(
    /is having problems right now/,
  );
});
