import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { builtScript } from '../../../../api/test/fixtures/built-server.ts';
import { startAppCore, testFolder } from '../test/own-app.ts';
import { ADMIN, startOwnServer, type OwnServer } from '../test/own-server.ts';
import { startStubShop } from '../test/stub-server.ts';

const PIECE = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const encode = (text: string) => Buffer.from(text).toString('base64');

let server: OwnServer;
let folder: ReturnType<typeof testFolder>;
beforeAll(async () => {
  await builtScript();
  server = await startOwnServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  folder = testFolder(tempFolder());
});

async function deskOfShop() {
  const desk = startAppCore(folder);
  await desk.useServer(server.origin);
  expect((await desk.post('/api/admin/login', ADMIN)).status).toBe(200);
  const begin = (length: number, order: string) =>
    desk.get('/api/files', {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(length),
        'upload-metadata': `order ${encode(order)},filename ${encode('Jingle.mp3')}`,
      },
    });
  const send = (path: string, offset: number, body: Uint8Array<ArrayBuffer> | ReadableStream) =>
    desk.get(path, {
      method: 'PATCH',
      headers: { ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  return { desk, begin, send };
}

const anMp3 = (length: number) => {
  const bytes = randomBytes(length);
  for (let at = 0; at + 417 <= 5 * 417; at += 417) bytes.set([0xff, 0xfb, 0x90, 0x44], at);
  return bytes;
};

test('a file reaches the order in pieces, and goes on after a lost one', async () => {
  const order = await server.buy('Upload');
  const { desk, begin, send } = await deskOfShop();
  const file = anMp3(2 * PIECE + 77);
  const begun = await begin(file.length, order);
  expect(begun.status).toBe(201);
  const path = begun.headers.get('location') ?? '';
  expect(path).toMatch(/^\/api\/files\/[\w-]{36}$/);
  const first = await send(path, 0, file.subarray(0, PIECE));
  expect(first.status).toBe(204);
  expect(first.headers.get('upload-offset')).toBe(String(PIECE));
  await server.halt();
  const lost = await send(path, PIECE, file.subarray(PIECE, 2 * PIECE));
  expect(lost.status).toBe(503);
  expect(await lost.json()).toMatchObject({ message: expect.stringContaining('Can’t reach the server') });
  await server.restart();
  const asked = await desk.get(path, { method: 'HEAD', headers: TUS });
  expect(asked.headers.get('upload-offset')).toBe(String(PIECE));
  const pieces = [file.subarray(PIECE, 2 * PIECE), file.subarray(2 * PIECE)];
  expect((await send(path, PIECE, new Blob(pieces).stream())).status).toBe(204);
  const id = path.split('/').at(-1) ?? '';
  const delivered = await desk.post(`/api/admin/cases/${order}/deliveries`, {
    service: 'voice',
    after: 0,
    note: '',
    link: '',
    phone: '',
    fileIds: [id],
  });
  expect(await delivered.json()).toMatchObject({ success: true });
});

test('the server’s refusals are passed on', async () => {
  const order = await server.buy('Refused');
  const { desk, begin, send } = await deskOfShop();
  const tooLarge = await begin(26 * PIECE, order);
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ message: expect.stringContaining('up to 25 MB') });
  const page = Buffer.from('<html><script>alert(1)</script>');
  const begun = await begin(page.length, order);
  const refused = await send(begun.headers.get('location') ?? '', 0, page);
  expect(refused.status).toBe(415);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('this type of file') });
  const gone = await desk.get(`/api/files/${crypto.randomUUID()}`, { method: 'HEAD', headers: TUS });
  expect([gone.status, await gone.text()]).toEqual([410, '']);
});

test('the bytes go on as they come', async () => {
  const shop = await startStubShop();
  let arrived = 0;
  const desk = startAppCore(folder, {
    fetch: async (input, init) => {
      if (!(init?.body instanceof ReadableStream)) return fetch(input, init);
      for await (const piece of init.body) arrived += piece.length;
      return new Response(null, { status: 204, headers: TUS });
    },
  });
  await desk.useServer(shop.origin);
  let pieces = 0;
  const body = new ReadableStream({
    pull: async (controller) => {
      // Each is read before the next one is made.
      expect(arrived).toBeGreaterThanOrEqual((pieces - 2) * PIECE);
      if (pieces === 20) return controller.close();
      pieces += 1;
      controller.enqueue(new Uint8Array(PIECE));
      await delay(1);
    },
  });
  const sent = await desk.get(`/api/files/${crypto.randomUUID()}`, { method: 'PATCH', body, duplex: 'half' });
  expect(sent.status).toBe(204);
  expect(arrived).toBe(20 * PIECE);
});

test('only uploads get more methods and headers', async () => {
  const shop = await startStubShop();
  const desk = startAppCore(folder);
  await desk.useServer(shop.origin);
  shop.seen.length = 0;
  const id = crypto.randomUUID();
  for (const [method, path] of [
    ['PATCH', '/api/files'],
    ['HEAD', '/api/files'],
    ['PATCH', `/api/files/${id}/x`],
    ['DELETE', `/api/files/${id}`],
    ['PUT', `/api/files/${id}`],
    ['PATCH', '/api/json/orders'],
  ] as const)
    expect((await desk.get(path, { method })).status, `${method} ${path}`).toBe(405);
  for (const path of [`/api/files/..%2f${id}`, '/api/files/%2e%2e', '/api/files/a\\b'])
    expect((await desk.get(path, { method: 'PATCH' })).ok, path).toBe(false);
  expect(shop.seen).toEqual([]);
  await desk.post('/api/x', {});
  await desk.get('/api/x', { method: 'POST', headers: { ...TUS, 'upload-offset': '0' } });
  expect(shop.seen.at(-1)?.headers).not.toHaveProperty('tus-resumable');
  const headers = { ...TUS, 'upload-offset': '0', cookie: 'x=1', authorization: 'x', 'x-other': 'x' };
  await desk.get(`/api/files/${id}`, { method: 'PATCH', headers, body: 'x' });
  const sent = shop.seen.at(-1)?.headers ?? {};
  expect(sent).toMatchObject({ ...TUS, 'upload-offset': '0' });
  for (const name of ['cookie', 'authorization', 'x-other', 'origin']) expect(sent).not.toHaveProperty(name);
});
