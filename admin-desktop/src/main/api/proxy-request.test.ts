import { setTimeout as delay } from 'node:timers/promises';
import { AS_OF_HEADER, KEPT_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { startAppCore, testFolder } from '../test/own-app.ts';
import { startStub, startStubShop, type Answer } from '../test/stub-server.ts';

const OURS = { 'content-type': 'application/json', 'northlight-version': '1' };

async function deskOf(answer?: Parameters<typeof startStubShop>[0], options = {}) {
  const shop = await startStubShop(answer);
  const desk = startAppCore(testFolder(tempFolder()), options);
  await desk.useServer(shop.origin);
  shop.seen.length = 0;
  return { shop, desk };
}

test('only the headers a call needs are forwarded', async () => {
  const { shop, desk } = await deskOf();
  await desk.get('/api/admin/login', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'Bearer x',
      'x-forwarded-for': '10.0.0.1',
      'x-http-method-override': 'DELETE',
      'northlight-by-person': 'yes',
    },
    body: '{"a":1}',
  });
  const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = shop.seen;
  expect({ method, body }).toEqual({ method: 'POST', body: '{"a":1}' });
  expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  const others = new Set([
    'host',
    'connection',
    'content-length',
    'accept-encoding',
    'accept-language',
    'user-agent',
    'sec-fetch-mode',
  ]);
  expect(
    Object.keys(headers)
      .filter((name) => !others.has(name))
      .toSorted(),
  ).toEqual(['accept', 'content-type', 'northlight-by-person']);
});

test('other methods are not forwarded', async () => {
  const { shop, desk } = await deskOf();
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
    const response = await desk.get('/api/json/orders', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
  }
  expect((await desk.get('/api/json//orders')).status).toBe(404);
  expect(shop.seen).toEqual([]);
});

test('request bodies are limited to 256 KB', async () => {
  const { shop, desk } = await deskOf();
  const post = (length: number) => desk.get('/api/x', { method: 'POST', body: 'x'.repeat(length) });
  expect((await post(256 * 1024)).status).toBe(200);
  const refused = await post(256 * 1024 + 1);
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('too long to send') });
  expect(shop.seen.map(({ body }) => body.length)).toEqual([256 * 1024]);
});

test('a response keeps its status and text, but not its cookies and connection headers', async () => {
  const body = '{"success":false,"code":"too_many_requests","message":"Wait.","requestId":"1"}';
  const { desk } = await deskOf({
    status: 429,
    headers: {
      'retry-after': '7',
      'set-cookie': ['a=1', 'b=2'],
      server: 'stub',
      'access-control-allow-origin': '*',
    },
    body,
  });
  const response = await desk.get('/api/x');
  expect(response.status).toBe(429);
  expect(await response.text()).toBe(body);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; sandbox; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'retry-after': '7',
    'x-content-type-options': 'nosniff',
  });
});

test('redirects are not followed', async () => {
  const other = await startStub((_, response) => response.end('{}'));
  const { desk } = await deskOf({ status: 302, headers: { location: `${other.origin}/api/steal` } });
  const response = await desk.post('/api/admin/login', { password: 'secret' });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    message: expect.stringContaining(new URL(other.origin).host),
  });
  expect(other.seen).toEqual([]);
});

test('the cache replaces a proxy’s error page, but not the server’s own 503', async () => {
  let answer: Answer = { body: '{"success":true,"orders":[]}' };
  const { desk } = await deskOf(
    (_, response) =>
      response.writeHead(answer.status ?? 200, { ...OURS, ...answer.headers }).end(answer.body),
    { now: () => new Date('2026-11-21T10:12:00Z') },
  );
  const fresh = await desk.get('/api/json/orders?work=new');
  expect(fresh.headers.get('northlight-as-of')).toBeNull();

  for (const status of [200, 404, 502, 503, 504]) {
    answer = { status, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };
    const cached = await desk.get('/api/json/orders?work=new');
    expect(await cached.json()).toEqual({ success: true, orders: [] });
    expect(cached.headers.get('northlight-as-of')).toBe('2026-11-21T10:12:00.000Z');
  }
  answer = { status: 503, body: '{"code":"busy","message":"Busy.","requestId":"1"}' };
  const own = await desk.get('/api/json/orders?work=new');
  expect(own.status).toBe(503);
  expect(await own.json()).toMatchObject({ message: 'Busy.' });
});

test('if the response to a write is lost, the result is reported as unknown', async () => {
  const { desk } = await deskOf((_, response) => response.destroy());
  const response = await desk.post('/api/x', {});
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    message: expect.stringContaining('Your change may have gone through'),
  });
});

test('an unresponsive server does not delay cached data', async () => {
  let isMute = false;
  let isWaiting = false;
  const { desk } = await deskOf((_, response) => {
    if (!isMute) return response.writeHead(200, OURS).end('{}');
    isWaiting = true;
    return response.once('close', () => (isWaiting = false));
  });
  await desk.get('/api/json/overview');
  isMute = true;
  const cached = await desk.get('/api/json/overview');
  expect(cached.headers.has('northlight-as-of')).toBe(true);
  // It was not given up before.
  expect(isWaiting).toBe(true);
});

test('a canceled request is not answered from the cache', async () => {
  const { desk } = await deskOf((_, response) => response.writeHead(200, OURS));
  const leave = new AbortController();
  const asking = desk.get('/api/json/orders', { signal: leave.signal });
  await delay(50);
  leave.abort();
  await expect(asking).rejects.toThrow();
});

test('a stream ends when its reader cancels it', async () => {
  let hasHungUp = false;
  const { desk } = await deskOf((_, response) => {
    response.on('close', () => (hasHungUp = true));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const { body } = await desk.get('/api/admin/live');
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n');
  expect(hasHungUp).toBe(false);
  await reader?.cancel();
  await expect.poll(() => hasHungUp).toBe(true);
});

test('files of orders keep their types, if no page runs them', async () => {
  const typeOf = async (type: string, path = '/api/json/files/1') => {
    const { desk } = await deskOf({ headers: { 'content-type': type }, body: '<script>x</script>' });
    const response = await desk.get(path);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    return response.ok ? response.headers.get('content-type') : null;
  };
  for (const type of ['image/webp', 'image/png', 'audio/mpeg', 'video/mp4', 'application/octet-stream'])
    expect(await typeOf(type)).toBe(type);
  for (const type of ['image/svg+xml', 'text/html', 'text/javascript', 'application/xhtml+xml', 'text/xml'])
    expect(await typeOf(type)).toBeNull();
  expect(await typeOf('image/webp', '/api/json/orders')).toBeNull();
});

test.each([
  ['a page', 'application/json, text/html', 200],
  ['a script', 'text/javascript', 200],
  ['a status without a body', 'application/json', 204],
])('a server cannot inject %s into the app', async (_, type, status) => {
  const { desk } = await deskOf({
    status,
    headers: { 'content-type': type },
    body: status === 204 ? '' : '<script>x</script>',
  });
  const response = await desk.get('/api/admin/auth-status');
  expect(response.headers.get('content-type')).toMatch(/^application\/json(; charset=utf-8)?$/);
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
});

test('a cache-only request is answered at once without calling the server', async () => {
  const { shop, desk } = await deskOf();
  const ask = () => desk.get('/api/json/orders', { headers: { [KEPT_HEADER]: 'only' } });
  const before = await ask();
  expect([before.status, await before.text()]).toEqual([204, '']);
  expect(shop.seen).toEqual([]);
  const answered = await (await desk.get('/api/json/orders')).text();
  shop.seen.length = 0;
  const cached = await ask();
  expect(await cached.text()).toBe(answered);
  expect(Number.isNaN(Date.parse(cached.headers.get(AS_OF_HEADER) ?? ''))).toBe(false);
  expect(shop.seen).toEqual([]);
});
