import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { createDevFiles, createPageFiles, createPageHandler } from './page-handler.ts';
import { PAGE, testFolder } from '../test/own-app.ts';
import { startStub } from '../test/stub-server.ts';

let folder: ReturnType<typeof testFolder>;
beforeEach(() => {
  folder = testFolder(tempFolder());
});

/** Serves the folder and records the API calls that it receives. */
function handler() {
  const calls: string[] = [];
  const handle = createPageHandler({
    files: createPageFiles(folder.pageRoot),
    proxyRequest: async (_, path) => {
      calls.push(path);
      return new Response('called');
    },
  });
  return { calls, handle, get: (url: string, method = 'GET') => handle(as(url, method)) };
}

/** `Request` normalizes URLs, but Chromium may send URLs that are not normalized. */
const as = (url: string, method: string) =>
  Object.defineProperty(new Request('http://tidy.example', { method }), 'url', { value: url });

const HOST = 'northlight-app://console';

test.each(['', '/', '/admin', '/admin-login', '/admin-dashboard', '/admin?x=1', '/admin#/orders'])(
  'the page is at "%s"',
  async (path) => {
    const response = await handler().get(HOST + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  },
);

test('every file has a strict policy and its own content type', async () => {
  const { headers, status } = await handler().get(`${HOST}/assets/index-Ab_1-2.js`);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
});

test.each([
  '/nothing.js',
  '/secret.js/../secret.js',
  '/../secret.js',
  '/assets/../../secret.js',
  '/..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/%2e%2e%2fsecret.js',
  '/..\\secret.js',
  '/..%5csecret.js',
  '//secret.js',
  '///etc/passwd',
  '/C:/secret.js',
  '/index.html%00.js',
  '/index.html\0.js',
  '/.hidden.js',
  '/assets/.hidden.js',
  '/assets/',
  '/assets',
  '/secret.ts',
  '/out/main/index.cjs',
  '/admin/',
  '/API/health',
  '/apiary.js',
])('%s does not exist', async (path) => {
  const { get, calls } = handler();
  const response = await get(HOST + path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('Not found.');
  expect(calls).toEqual([]);
});

test.each([
  'northlight-app://console.evil.example/',
  'northlight-app://consolex/',
  'northlight-app://console:80/',
  'northlight-app://ada@console/',
  'northlight-app://other/',
  'northlight-app:/console/',
  'northlight://console/',
  'https://console/',
  'file:///etc/passwd',
])('%s is not our page', async (url) => {
  const { get, calls } = handler();
  expect((await get(url)).status).toBe(404);
  expect((await get(`${url}api/health`)).status).toBe(404);
  expect(calls).toEqual([]);
});

test('a path under /api is a call, with its query but without its fragment', async () => {
  const { get, calls } = handler();
  for (const path of ['/api', '/api/json/orders?q=a%2Fb&x', '/api/../admin#y', '/api//x'])
    expect(await (await get(HOST + path)).text()).toBe('called');
  expect(calls).toEqual(['/api', '/api/json/orders?q=a%2Fb&x', '/api/../admin', '/api//x']);
});

test('files are read-only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
    const response = await handler().get(`${HOST}/`, method);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  }
});

test('in development, files come from Vite, with a policy that allows hot updates', async () => {
  const vite = await startStub((_, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('export {}'),
  );
  const files = createDevFiles(vite.origin, fetch);
  const response = await files('GET', '/main.tsx?t=1');
  expect(await response.text()).toBe('export {}');
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(response.headers.get('content-security-policy')).toContain(`ws://127.0.0.1:${vite.port}`);
  expect(vite.seen.map(({ url }) => url)).toEqual(['/main.tsx?t=1']);
});
