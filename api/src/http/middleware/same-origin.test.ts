import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkOtherAddresses } from '../../operations/doctor/settings-checks.ts';
import { allCalls } from '@northlight/shared/contracts/endpoints.ts';
import { PUBLIC_CALLS } from '../../people/session/deny-by-default.ts';

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://evil.example/http://localhost:3000' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
];
const OWN: Record<string, string>[] = [
  {},
  { origin: 'http://localhost:3000' },
  { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://[::1]:3000' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
];
const promo = { promoCode: 'SAVE50' };

const send = (base: string, headers: Record<string, string>) =>
  rawRequest(base, {
    method: 'POST',
    path: '/api/promo-code',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(promo),
  });

test.each(FOREIGN)('a write with %j is refused', async (headers) => {
  const app = await startTestApp();
  const { status, text } = await send(app.base, headers);
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({
    code: 'foreign_origin',
    message: 'Requests from other websites aren’t allowed.',
  });
});

test.each(OWN)('a write with %j is accepted', async (headers) => {
  const app = await startTestApp();
  expect((await send(app.base, headers)).status).toBe(200);
});

const OWN_PAGES: Record<string, string>[] = [
  { origin: 'http://192.168.1.5:3000', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' },
  { origin: 'https://www.shop.example', 'sec-fetch-site': 'same-origin', host: 'behind-a-proxy:3000' },
];

test.each(OWN_PAGES)('a page of the shop at another address says which one to open: %j', async (headers) => {
  const app = await startTestApp();
  const { status, text } = await send(app.base, headers);
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({
    code: 'foreign_origin',
    message:
      'This doesn’t work at this address. Open http://localhost:3000 instead. If the shop has another address, set it on its server.',
  });
  expect(checkOtherAddresses(app.context)).toMatchObject({
    state: 'warning',
    message: `Somebody couldn’t buy or log in at ${headers['origin']}, because the shop’s address is http://localhost:3000.`,
  });
});

test('the login at another address says the address of the dashboard', async () => {
  const app = await startTestApp({ env: { publicUrl: 'https://shop.example.com' } });
  const from = { origin: 'https://old.example', 'sec-fetch-site': 'same-origin' };
  const { status, body } = await app.post('/api/admin/login', { username: 'ada', password: 'x' }, from);
  expect(status).toBe(403);
  expect(body).toMatchObject({
    message: 'This doesn’t work at this address. Open https://shop.example.com/admin instead.',
  });
});

test('strangers can’t fill the notice, and what isn’t an address isn’t in it', async () => {
  const app = await startTestApp();
  const refused = async (origin: string) => {
    app.clock.now = new Date(app.clock.now.getTime() + 61_000);
    expect((await send(app.base, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(403);
  };
  for (const origin of [
    'null',
    'javascript:1',
    'http://<b>',
    `http://${'a'.repeat(120)}`,
    'http://a b',
    'http://a%',
  ])
    await refused(origin);
  await refused('https://evil.example/<script>');
  expect(checkOtherAddresses(app.context)).toBeNull();
  for (let index = 0; index < 20; index += 1) await refused(`https://evil-${index}.example`);
  const kept = () => checkOtherAddresses(app.context)?.message.match(/evil-\d+/g) ?? [];
  await expect.poll(kept).toHaveLength(5);
  // Another site's request isn't the shop's page.
  await send(app.base, { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' });
  expect(kept()).toHaveLength(5);
  app.clock.now = new Date(app.clock.now.getTime() + 25 * 60 * 60_000);
  expect(kept()).toEqual([]);
});

test('many refusals at once are noticed once', async () => {
  const app = await startTestApp();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send(app.base, { origin: `https://evil-${index}.example`, 'sec-fetch-site': 'same-origin' }),
    ),
  );
  expect(checkOtherAddresses(app.context)?.message.match(/evil-\d+/g)).toHaveLength(1);
});

test('with a public address, only that origin is accepted', async () => {
  const app = await startTestApp({ env: { publicUrl: 'https://shop.example.com' } });
  expect((await send(app.base, { origin: 'https://shop.example.com' })).status).toBe(200);
  for (const origin of [
    'http://shop.example.com',
    'https://example.com',
    'http://localhost:3000',
    app.base,
  ]) {
    expect((await send(app.base, { origin })).status, origin).toBe(403);
  }
});

test('a write from another site stores nothing', async () => {
  const app = await startTestApp();
  const before = writesSoFar(app.db);
  const headers = { origin: 'https://evil.example' };
  await app.post('/api/create-payment-intent', { amount: 149, ...aDraft() }, headers);
  expect(writesSoFar(app.db)).toBe(before);
  expect((await checkOut(app, aDraft({ serviceTypes: ['voice'] }))).status).toBe(200);
});

test('other sites can send reads but cannot read the response', async () => {
  const app = await startTestApp();
  const { status, headers } = await app.get('/api/payment-mode', { origin: 'https://evil.example' });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

/** Sends these lines unchanged and returns the server's response. */
function answerTo(app: TestApp, lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.base).port), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

test.each(['/api/health', '/', '/api/json/orders'])(
  'a request for %s with two Host headers is rejected with a message',
  async (path) => {
    const app = await startTestApp();
    const hosts = ['Host: localhost', 'host: elsewhere.example'];
    const answer = await answerTo(app, [`GET ${path} HTTP/1.1`, ...hosts]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Send only one Host header.');
  },
);

/** Every registered call, such as "GET /api/health". */
function registeredCalls(app: TestApp): string[] {
  return app.router.stack.flatMap(({ methods, path }) =>
    // The router answers HEAD for each GET.
    methods
      .filter((method) => method !== 'HEAD' || !methods.includes('GET'))
      .map((method) => `${method} ${String(path)}`),
  );
}

const ask = (app: TestApp, call: string) => {
  const [method = '', path = ''] = call.split(' ');
  return rawRequest(app.base, { method, path });
};

test('every registered call that is not public answers 401 without a cookie', async () => {
  const app = await startTestApp();
  app.router.get('/api/json/ledger', (ctx) => (ctx.body = 'secret'));
  app.router.post('/api/admin/anything', (ctx) => (ctx.body = 'secret'));
  const shut = registeredCalls(app).filter((call) => !PUBLIC_CALLS.has(call));
  expect(shut).toEqual(expect.arrayContaining(['GET /api/json/ledger', 'POST /api/admin/anything']));
  for (const call of shut) {
    const { status, text } = await ask(app, call);
    expect(status, call).toBe(401);
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      code: 'not_logged_in',
      message: expect.any(String),
    });
  }
});

test('no other spelling of a path bypasses the login', async () => {
  const app = await startTestApp({ siteRoot: '/nowhere' });
  app.router.get('/api/json/ledger', (ctx) => (ctx.body = 'secret'));
  const spellings = [
    '/API/json/ledger',
    '/Api/Json/Ledger',
    '/api/JSON/ledger',
    '/api/json/ledger/',
    '//api/json/ledger',
    '/api//json/ledger',
    '/%61pi/json/ledger',
    '/api/json/%6cedger',
    '/x/../api/json/ledger',
    '/api/health/../json/ledger',
    '/api/json/ledger?x=/api/health',
    '/api/json/ledger;/api/health',
    'http://elsewhere.example/api/json/ledger',
  ];
  for (const path of spellings) {
    const { status, text } = await rawRequest(app.base, { path });
    expect([401, 404], path).toContain(status);
    expect(text, path).not.toContain('secret');
  }
});

test('public calls in another spelling get the same checks or are not found', async () => {
  const app = await startTestApp();
  const { status } = await rawRequest(app.base, {
    method: 'POST',
    path: '/API/promo-code',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: '{"promoCode":"SAVE50"}',
  });
  expect([403, 404, 405]).toContain(status);
});

test('every declared call is mounted, and no other', async () => {
  const app = await startTestApp();
  expect(registeredCalls(app).toSorted()).toEqual(allCalls.toSorted());
});

test.each(['/api', '/api/', '/api/nothing', '/api/admin/nothing', '/api/json/form-submissions'])(
  '%s does not exist and answers 401, like every protected call',
  async (path) => {
    const app = await startTestApp();
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await ask(app, `${method} ${path}`)).status).toBe(401);
  },
);

test('a public path called with another method answers 405 and names the allowed one', async () => {
  const app = await startTestApp();
  for (const call of PUBLIC_CALLS) {
    const [right = '', path = ''] = call.split(' ');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      if (PUBLIC_CALLS.has(`${method} ${path}`)) continue;
      const { status, headers, text } = await ask(app, `${method} ${path}`);
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers['allow']?.split(', '), `${method} ${path}`).toContain(right);
      expect(JSON.parse(text)).toMatchObject({ success: false, code: 'method_not_allowed' });
    }
  }
});

test('HEAD and OPTIONS of a public call are answered, without any permission for other sites', async () => {
  const app = await startTestApp();
  expect((await ask(app, 'HEAD /api/health')).status).toBe(200);
  const { status, headers } = await rawRequest(app.base, {
    method: 'OPTIONS',
    path: '/api/checkout',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(status).toBe(200);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
