import { mkdirSync, unlinkSync, writeFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { Env } from '../../base/settings/env.ts';
import type { Log } from '../../base/log.ts';
import { rawRequest, type RawRequest } from '../../../test/shop/raw-request.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { logLines, startTestApp } from '../../../test/shop/test-app.ts';
import { UNTIL } from '../../../test/until.ts';
import { currentBuild, otherBuildWith, tidyBuilds } from './site-builds.ts';

const HOME = '<!doctype html><title>Home</title>';
const WEBSITE = '<!doctype html><title>Website</title><script>1</script>';
const NOT_FOUND = '<!doctype html><title>404 Page Not Found</title>';
const SCRIPT = 'console.log("hello");'.repeat(50);
const FILM = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
const HASHES = {
  '/index.html': { scripts: [], styles: ["'sha256-home'"] },
  '/website.html': { scripts: ["'sha256-script'"], styles: [] },
  '/sub/index.html': { scripts: [], styles: [] },
  '/404.html': { scripts: [], styles: ["'sha256-lost'"] },
  '/frame.html': { scripts: [], styles: [], framesOwn: true },
  '/checkout.html': { scripts: [], styles: [] },
  '/player.html': { scripts: [], styles: [], isFramedByOwn: true },
};

/** Serves a minimal built site. A secret file is next to the site's folder. */
async function startSite(env: Partial<Env> = {}, log?: Log) {
  const folder = tempFolder();
  const root = join(folder, 'dist');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(root, 'sub'));
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(root, name), content);
    if (!/\.(html|js)$/.test(name)) return;
    writeFileSync(join(root, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(root, `${name}.gz`), gzipSync(content));
  };
  write('index.html', HOME);
  write('website.html', WEBSITE);
  write('sub/index.html', HOME);
  write('404.html', NOT_FOUND);
  write('frame.html', HOME);
  write('player.html', HOME);
  write('checkout.html', HOME);
  write('assets/app.a1b2c3.js', SCRIPT);
  write('film.mp4', FILM);
  write('.csp.json', JSON.stringify(HASHES));
  write('.env', 'SECRET');
  writeFileSync(join(folder, 'secret.txt'), 'SECRET');
  const app = await startTestApp({ siteRoot: root, env, ...(log && { log }) });
  return {
    root,
    get: (path: string, headers: Record<string, string> = {}) => rawRequest(app.base, { path, headers }),
    ask: (request: RawRequest) => rawRequest(app.base, request),
  };
}

test('pages are found with and without their extension', async () => {
  const { get } = await startSite();
  expect((await get('/')).text).toBe(HOME);
  for (const path of ['/website', '/website.html', '/website/', '/website?service=1', '/%77ebsite']) {
    const { status, headers, text } = await get(path);
    expect({ path, status, text }).toEqual({ path, status: 200, text: WEBSITE });
    expect(headers['content-type']).toBe('text/html;charset=utf-8');
  }
});

test('every spelling of a page is sent with the CSP hashes of that page and is revalidated each time', async () => {
  const { get } = await startSite();
  const spellings = [
    '/website',
    '/website.html',
    '/website/',
    '/%77ebsite',
    '/website.html/',
    '/website.html.br',
    '/website.html.gz',
  ];
  for (const path of spellings) {
    const { status, headers } = await get(path, { 'accept-encoding': 'br, gzip' });
    if (status === 404) continue;
    const policy = headers['content-security-policy']?.split('; ');
    expect(policy, path).toContain("script-src 'self' 'sha256-script'");
    expect(policy, path).toEqual(
      expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(headers['content-security-policy'], path).not.toContain('unsafe-inline');
    expect(headers['cache-control'], path).toBe('no-cache');
  }
  for (const path of ['/sub', '/sub/', '/sub/index']) {
    expect((await get(path)).headers['content-security-policy'], path).toContain("script-src 'self';");
  }
  expect((await get('/')).headers['content-security-policy']).toContain("style-src 'self' 'sha256-home'");
});

test('a page can only frame, or be framed, where the build allows it, and only by this site', async () => {
  const { get } = await startSite();
  const framing = async (path: string) => {
    const { headers } = await get(path);
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    return [...policy.filter((part) => part.startsWith('frame-')), headers['x-frame-options']];
  };
  for (const path of ['/', '/website', '/sub', '/nothing']) {
    expect(await framing(path), path).toEqual(["frame-src 'none'", "frame-ancestors 'none'", 'DENY']);
  }
  expect(await framing('/frame')).toEqual(["frame-src 'self'", "frame-ancestors 'none'", 'DENY']);
  for (const path of ['/player', '/player.html', '/player/', '/player?x=1']) {
    expect(await framing(path), path).toEqual(["frame-src 'none'", "frame-ancestors 'self'", 'SAMEORIGIN']);
  }
});

test('compressed files are served to clients that accept them, with a Vary header', async () => {
  const { get } = await startSite();
  for (const path of ['/website', '/assets/app.a1b2c3.js']) {
    const content = path === '/website' ? WEBSITE : SCRIPT;
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(content);
    const gzip = await get(path, { 'accept-encoding': 'gzip' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(gzip.bytes).toString()).toBe(content);
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['vary']).toBe('Accept-Encoding');
    expect(plain.text).toBe(content);
  }
});

test('hashed files never change, others are cached for a week', async () => {
  const { get } = await startSite();
  const script = await get('/assets/app.a1b2c3.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-type']).toMatch(/javascript/);
  expect(script.headers['x-content-type-options']).toBe('nosniff');
  expect((await get('/film.mp4')).headers['cache-control']).toBe('public, max-age=604800');
});

test('an unchanged file is answered with 304 and no body', async () => {
  const { get } = await startSite();
  const { headers } = await get('/website');
  const again = await get('/website', { 'if-none-match': headers['etag'] ?? '' });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect((await get('/website', { 'if-none-match': 'W/"other"' })).status).toBe(200);
});

test('an unknown path is the 404 page with status 404, its CSP, and no caching', async () => {
  const { get } = await startSite();
  for (const path of ['/nothing', '/assets/gone.js', '/website/more', '/%', '/%zz', '/a%00b']) {
    const { status, headers, text } = await get(path);
    expect({ path, status, text }).toEqual({ path, status: 404, text: NOT_FOUND });
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringMatching(/^text\/html/),
    });
    expect(headers['content-security-policy']).toContain("style-src 'self' 'sha256-lost'");
  }
});

test('HEAD has the headers without the page; other methods are refused', async () => {
  const { get, ask } = await startSite();
  const head = await ask({ method: 'HEAD', path: '/website' });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers['content-length']).toBe((await get('/website')).headers['content-length']);
  expect((await ask({ method: 'HEAD', path: '/nothing' })).status).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
    const { status, headers } = await ask({ method, path: '/website' });
    expect({ method, status, allow: headers['allow'] }).toEqual({ method, status: 405, allow: 'GET, HEAD' });
  }
});

test('media files support byte ranges', async () => {
  const { get } = await startSite();
  const part = await get('/film.mp4', { range: 'bytes=10-19' });
  expect(part.status).toBe(206);
  expect(part.headers).toMatchObject({
    'content-range': 'bytes 10-19/1000',
    'content-length': '10',
    'accept-ranges': 'bytes',
  });
  expect(part.bytes).toEqual(FILM.subarray(10, 20));
  expect((await get('/film.mp4', { range: 'bytes=990-' })).bytes).toEqual(FILM.subarray(990));
  expect((await get('/film.mp4', { range: 'bytes=990-5000' })).bytes).toEqual(FILM.subarray(990));
  const beyond = await get('/film.mp4', { range: 'bytes=1000-' });
  expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */1000' } });
});

test.each([
  'bytes=-10',
  'bytes=20-10',
  'bytes=abc',
  'bytes=',
  'items=0-5',
  'bytes=0-1,5-6',
  'bytes=-',
  'bytes=1e9-',
  'bytes=0-99999999999999999999',
])('for the range %j the right bytes or the whole file are served', async (range) => {
  const { get } = await startSite();
  const { status, bytes } = await get('/film.mp4', { range });
  if (status === 206) expect(bytes).toEqual(FILM.subarray(-10));
  else expect({ status, length: bytes.length }).toEqual({ status: 200, length: 1_000 });
});

test('nothing outside the site and no hidden file is served', async () => {
  const { get } = await startSite();
  const paths = [
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/.csp.json',
    '/.env',
    '/%2eenv',
    '/./.env',
    '/assets/../.env',
    '/__proto__',
    '/constructor',
  ];
  for (const path of paths) {
    const { status, text } = await get(path);
    expect({ path, status }).toEqual({ path, status: 404 });
    expect(text).not.toContain('SECRET');
  }
});

test('an open tab gets the scripts of its own build after an upgrade, but no other file of an old build', async () => {
  const { root, get } = await startSite();
  const old = join(root, '../old-build');
  mkdirSync(join(old, 'assets'), { recursive: true });
  for (const name of ['assets/app.old.js', 'assets/.hidden', 'old-page.html', '.csp.json'])
    writeFileSync(join(old, name), SCRIPT);
  writeFileSync(join(old, 'assets/app.old.js.br'), brotliCompressSync(SCRIPT));
  const { status, headers, bytes } = await get('/assets/app.old.js', { 'accept-encoding': 'br' });
  expect({ status, text: brotliDecompressSync(bytes).toString() }).toEqual({ status: 200, text: SCRIPT });
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/javascript/),
  });
  expect((await get('/assets/app.a1b2c3.js')).text).toBe(SCRIPT);
  for (const path of [
    '/old-page',
    '/assets/../old-page.html',
    '/assets/..%2fold-page.html',
    '/assets/.hidden',
    '/assets/../.csp.json',
    '/assets/..',
    '/assets/%2e%2e',
  ])
    expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
});

test('a file that somebody deletes does not crash the server', async () => {
  const { root, get } = await startSite();
  unlinkSync(join(root, 'assets/app.a1b2c3.js'));
  await get('/assets/app.a1b2c3.js').catch(() => {});
  expect((await get('/website')).status).toBe(200);
});

test('without a built site, a page says what to do, and the API works', async () => {
  const app = await startTestApp({ siteRoot: join(tempFolder(), 'none') });
  const page = await rawRequest(app.base, { path: '/' });
  expect(page).toMatchObject({
    status: 404,
    text: expect.stringContaining('The site hasn’t been built yet'),
  });
  expect((await app.get('/api/health')).status).toBe(200);
});

const STRIPE = {
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: 'whsec_1',
  apiBase: undefined,
  jsUrl: undefined,
};

test('in live mode /checkout, and no other page, may load Stripe’s script, frames and API', async () => {
  const { get } = await startSite({ payments: { mode: 'live', stripe: STRIPE, paypal: null } });
  const policy = async (path: string) => String((await get(path)).headers['content-security-policy']);
  for (const path of ['/checkout', '/checkout.html', '/checkout?service=website', '/checkout/']) {
    const csp = await policy(path);
    expect(csp.split('; '), path).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
        "connect-src 'self' https://api.stripe.com https://link.com https://*.link.com",
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://link.com https://*.link.com',
        "img-src 'self' data: https://*.link.com",
      ]),
    );
  }
  for (const path of ['/', '/website', '/player', '/nope']) {
    expect(await policy(path), path).not.toMatch(/stripe|link\.com/);
  }
});

test('no page can use a camera or similar, and only /checkout with Stripe’s form can use wallets', async () => {
  const { get } = await startSite({ payments: { mode: 'live', stripe: STRIPE, paypal: null } });
  for (const path of [
    '/',
    '/checkout',
    '/player',
    '/assets/app.a1b2c3.js',
    '/nope',
    '/api/health',
    '/api/nope',
  ]) {
    const policy = String((await get(path)).headers['permissions-policy']).split(', ');
    expect(policy, path).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()']));
    const payment =
      path === '/checkout'
        ? 'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com" "https://link.com" "https://*.link.com")'
        : 'payment=()';
    expect(policy, path).toContain(payment);
  }
  const demo = await startSite();
  expect((await demo.get('/checkout')).headers['permissions-policy']).toContain('payment=()');
});

test('another Stripe script address replaces Stripe’s own', async () => {
  const stripe = { ...STRIPE, jsUrl: 'http://127.0.0.1:9/stripe.js', apiBase: 'http://127.0.0.1:9' };
  const { get } = await startSite({ payments: { mode: 'live', stripe, paypal: null } });
  const { headers } = await get('/checkout');
  expect(headers['content-security-policy']).toContain("script-src 'self' http://127.0.0.1:9;");
  expect(headers['content-security-policy']).not.toContain('js.stripe.com');
});

test('a bank’s login can open a window from /checkout; every other page is isolated', async () => {
  const { get } = await startSite();
  const opener = async (path: string) => (await get(path)).headers['cross-origin-opener-policy'];
  for (const path of ['/checkout', '/checkout.html', '/checkout?paypal=return', '/checkout/'])
    expect(await opener(path), path).toBe('same-origin-allow-popups');
  for (const path of ['/', '/website', '/player', '/nope', '/api/health'])
    expect(await opener(path), path).toBe('same-origin');
});

test('in demo mode and without Stripe’s keys /checkout loads nothing from other origins', async () => {
  for (const payments of [{ mode: 'demo' }, { mode: 'live', stripe: null, paypal: null }] as const) {
    const { get } = await startSite({ payments });
    const { headers } = await get('/checkout');
    expect(headers['content-security-policy']).not.toContain('http');
  }
});

const PER_RESPONSE = new Set(['x-request-id', 'date']);

test('a repeated request gets the same response from memory, for each encoding by itself', async () => {
  const { root, get } = await startSite();
  for (const path of ['/', '/website?service=1', '/website/', '/checkout', '/assets/app.a1b2c3.js']) {
    for (const encoding of ['', 'gzip', 'br', 'BR', 'gzip, br']) {
      const ask = () => get(path, { 'accept-encoding': encoding });
      const [first, second] = [await ask(), await ask()];
      const headersOf = ({ headers }: typeof first) =>
        Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_RESPONSE.has(name)));
      expect([path, encoding, second.status, headersOf(second)]).toEqual([
        path,
        encoding,
        200,
        headersOf(first),
      ]);
      expect(second.text).toBe(first.text);
      const cached = await get(path, {
        'accept-encoding': encoding,
        'if-none-match': String(first.headers['etag']),
      });
      expect([cached.status, cached.text, cached.headers['x-frame-options']]).toEqual([304, '', 'DENY']);
    }
  }
  // Proves that it was memory.
  unlinkSync(join(root, 'website.html'));
  expect((await get('/website?service=2', { 'accept-encoding': '' })).text).toBe(WEBSITE);
});

test('with LOG_LEVEL=debug every page is logged, so none is answered from memory', async () => {
  const { log, entries } = logLines('debug');
  const { get } = await startSite({}, log);
  for (let times = 0; times < 3; times += 1) await get('/website');
  const pages = () => entries().filter(({ msg }) => msg === 'page');
  // Each is logged after its response.
  await vi.waitFor(() => expect(pages()).toHaveLength(3), UNTIL);
  expect(pages()[2]).toMatchObject({ path: '/website', status: 200 });
});

test('what depends on more than path and encoding is not answered from memory', async () => {
  const { get, ask } = await startSite();
  for (let round = 0; round < 2; round += 1) {
    expect((await get('/film.mp4', { range: 'bytes=10-19' })).status).toBe(206);
    expect((await get('/nope')).status).toBe(404);
    expect((await get('/website')).status).toBe(200);
    expect((await ask({ path: '/website', method: 'HEAD' })).text).toBe('');
    expect((await ask({ path: '/website', method: 'POST' })).status).toBe(405);
    expect((await get('/api/about')).headers['x-request-id']).toBeDefined();
  }
});

const NOW = new Date('2026-11-21T10:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

/** Builds by their name, with the days since each was last used. */
function someBuilds(builds: Record<string, number>, current: string): string {
  const folder = tempFolder();
  for (const [name, days] of Object.entries(builds)) {
    mkdirSync(join(folder, name, 'assets'), { recursive: true });
    writeFileSync(join(folder, name, 'assets', `${name}.js`), '');
    utimesSync(join(folder, name), daysAgo(days), daysAgo(days));
  }
  writeFileSync(join(folder, 'current'), current);
  return folder;
}

test('the current build is the one that the last build switched to', () => {
  const folder = someBuilds({ one: 1, two: 0 }, 'one');
  expect(currentBuild(folder)).toBe(join(folder, 'one'));
  expect(currentBuild(tempFolder())).toBe('');
});

test('a file of another build is found while that build is kept', () => {
  const folder = someBuilds({ one: 1, two: 0 }, 'two');
  expect(otherBuildWith('/assets/one.js', join(folder, 'two'))).toBe(join(folder, 'one'));
  expect(otherBuildWith('/assets/three.js', join(folder, 'two'))).toBeUndefined();
});

test('builds unused for 30 days are deleted, but neither the current one nor the one that is served', async () => {
  const folder = someBuilds({ served: 90, next: 60, recent: 29, old: 31, '.draft-lost': 40 }, 'next');
  await tidyBuilds(join(folder, 'served'), NOW);
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'next', 'recent', 'served']);
  // Its thirty days start when it is served no more.
  expect(statSync(join(folder, 'served')).mtime).toEqual(NOW);
});
