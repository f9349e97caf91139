import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../api/test/fixtures/temp-folder.ts';
import { builtScript } from '../../../api/test/fixtures/built-server.ts';
import { ADMIN, startOwnServer, type OwnServer } from './test/own-server.ts';
import { startAppCore, testCrypt, testFolder } from './test/own-app.ts';

let server: OwnServer;
let folder: ReturnType<typeof testFolder>;
let crypt = testCrypt();

beforeAll(async () => {
  await builtScript();
  server = await startOwnServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = testFolder(tempFolder());
  crypt = testCrypt();
});

const start = () => startAppCore(folder, { crypt });

async function loggedIn() {
  const desk = start();
  await desk.useServer(server.origin);
  expect((await desk.post('/api/admin/login', ADMIN)).status).toBe(200);
  return desk;
}

/** The names and contents of all files in the app's folder. */
const onDisk = () =>
  readdirSync(folder.userData, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), 'latin1')}`)
    .join('\n');

test('a login survives a restart, and the page never sees its cookie', async () => {
  const desk = start();
  await desk.useServer(server.origin);
  expect((await desk.get('/api/json/orders')).status).toBe(401);
  const login = await desk.post('/api/admin/login', ADMIN);
  expect(await login.json()).toMatchObject({ success: true, message: 'Login successful' });
  expect(login.headers.getSetCookie()).toEqual([]);
  expect([...login.headers.keys()].toSorted()).toEqual([
    'cache-control',
    'content-security-policy',
    'content-type',
    'cross-origin-resource-policy',
    'referrer-policy',
    'x-content-type-options',
  ]);
  expect((await desk.get('/api/json/orders')).status).toBe(200);

  const next = start();
  expect(await (await next.get('/api/admin/auth-status')).json()).toMatchObject({ isAuthenticated: true });
  expect(next.sessions).toEqual([true]);
});

test('the page’s own cookies and origin do not reach the server', async () => {
  const desk = await loggedIn();
  const order = await server.buy('Origin');
  // The server rejects writes with a foreign Origin.
  const note = await desk.get(`/api/admin/cases/${order}/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.1.1.1' },
    body: '{"text":"Called."}',
  });
  expect(note.status).toBe(200);
});

test('new orders are streamed live, and closing the page ends the stream', async () => {
  const desk = await loggedIn();
  const leave = new AbortController();
  const stream = await desk.get('/api/admin/live', { signal: leave.signal });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const reading = (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      heard += piece.value;
  })();
  const number = await server.buy('Live');
  await expect.poll(() => heard).toContain(number);
  leave.abort();
  await expect(reading).rejects.toThrow();
});

test('a download has the server’s file name', async () => {
  const desk = await loggedIn();
  const number = await server.buy('Csv');
  const csv = await desk.get('/api/json/orders.csv');
  expect(csv.headers.get('content-disposition')).toContain('.csv');
  expect(await csv.text()).toContain(number);
  const zip = await desk.get('/api/json/invoices.zip?month=2026-11');
  expect(zip.headers.get('content-disposition')).toContain('invoices-2026-11.zip');
  expect((await zip.text()).slice(0, 2)).toBe('PK');
});

test('without the server, only cached data is served, with its date', async () => {
  const desk = await loggedIn();
  const number = await server.buy('Cached');
  const before = Date.now();
  await desk.get('/api/admin/auth-status');
  const orders = await (await desk.get('/api/json/orders')).text();
  const open = await (await desk.get(`/api/json/cases/${number}`)).text();
  await server.halt();
  try {
    for (const app of [desk, start()]) {
      const cached = await app.get('/api/json/orders');
      expect(cached.status).toBe(200);
      expect(await cached.text()).toBe(orders);
      const asOf = Date.parse(cached.headers.get('northlight-as-of') ?? '');
      expect(asOf).toBeGreaterThanOrEqual(before);
      expect(asOf).toBeLessThanOrEqual(Date.now());
      expect(await (await app.get(`/api/json/cases/${number}`)).text()).toBe(open);
      expect(await (await app.get('/api/admin/auth-status')).json()).toMatchObject({ isAuthenticated: true });

      const other = await app.get('/api/json/orders?q=never-asked');
      expect(other.status).toBe(502);
      expect(await other.json()).toMatchObject({ message: 'Can’t reach the server right now.' });
      const write = await app.post(`/api/admin/cases/${number}/notes`, { text: 'Lost?' });
      expect(write.status).toBe(503);
      expect(await write.json()).toMatchObject({
        message: 'Can’t reach the server, so nothing was changed. Try again when it’s back online.',
      });
    }
  } finally {
    await server.restart();
  }
  // After a failure, the app waits only briefly for the server before it uses the cache.
  await expect
    .poll(async () => (await desk.get('/api/json/orders')).headers.get('northlight-as-of'))
    .toBeNull();
});

test('cached data is encrypted, and deleted at logout', async () => {
  const desk = await loggedIn();
  await server.buy('Encrypted');
  expect(await (await desk.get('/api/json/orders')).text()).toContain('Encrypted');
  expect(onDisk()).not.toMatch(/Encrypted|Marlow|northlight-session|orders/);
  const files = onDisk().length;
  expect((await desk.post('/api/admin/logout', {})).status).toBe(200);
  expect(desk.sessions).toEqual([true, false]);
  expect(onDisk().length).toBeLessThan(files);
  expect(readdirSync(folder.userData, { recursive: true })).not.toContainEqual(
    expect.stringMatching(/cookies|answers/),
  );
  expect((await start().get('/api/json/orders')).status).toBe(401);
});

test('a session that ended on the server also deletes its cached data', async () => {
  const desk = await loggedIn();
  const other = start();
  await desk.get('/api/json/orders');
  await other.post('/api/admin/logout', {});
  expect((await desk.get('/api/json/orders')).status).toBe(401);
  await server.halt();
  try {
    expect((await desk.get('/api/json/orders')).status).toBe(502);
  } finally {
    await server.restart();
  }
});

test('without system encryption, only the server list is written to disk', async () => {
  const desk = startAppCore(folder, { crypt: testCrypt(false) });
  await desk.useServer(server.origin);
  await desk.post('/api/admin/login', ADMIN);
  expect((await desk.get('/api/json/orders')).status).toBe(200);
  expect(readdirSync(folder.userData)).toEqual(['servers.json']);
});

test('removing a server deletes its data, and pending calls do not restore it', async () => {
  const desk = await loggedIn();
  const { current } = desk.servers.read();
  const late = desk.get('/api/json/orders');
  desk.servers.forget(current ?? '');
  await late;
  expect(desk.servers.read()).toEqual({ saved: [], current: null });
  expect(readdirSync(join(folder.userData, 'servers'))).toEqual([]);
  expect(await (await desk.get('/api/json/orders')).json()).toMatchObject({
    message: 'Choose a shop first.',
  });
});

test('two servers share nothing', async () => {
  const desk = await loggedIn();
  const second = await startOwnServer();
  try {
    await desk.useServer(second.origin);
    expect((await desk.get('/api/json/orders')).status).toBe(401);
    const [first] = desk.servers.read().saved;
    desk.servers.use(first?.id ?? '');
    // Later requests from the second server's page reach neither server.
    expect((await desk.post('/api/admin/logout', {})).status).toBe(409);
    await desk.get('/admin');
    expect((await desk.get('/api/json/orders')).status).toBe(200);
  } finally {
    await second.stop();
  }
});
