import { adminUsers } from '../../db/schema/people.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import type { Env } from '../../base/settings/env.ts';
import { createLog } from '../../base/log.ts';
import { DAY_MS } from '../../base/units.ts';
import { createSiteBuilder } from '../../operations/shop/site-builder.ts';
import { previewKey } from './preview-site.ts';
import { tidyBuilds } from './site-builds.ts';

const PAGES = ['index', 'admin-dashboard', '404'];

/** A shop with a published build and one to preview, whose pages say which they are of. */
async function openShop(env: Partial<Env> = {}) {
  const builds = tempFolder();
  const root = (build: string) => join(builds, build);
  for (const build of ['published', 'next']) {
    mkdirSync(join(root(build), 'assets'), { recursive: true });
    for (const page of PAGES) writeFileSync(join(root(build), `${page}.html`), `${build} ${page}`);
    writeFileSync(join(root(build), 'assets', `${build}.js`), build);
    const policies = PAGES.map((page) => [`/${page}.html`, { scripts: [], styles: [] }]);
    writeFileSync(join(root(build), '.csp.json'), JSON.stringify(Object.fromEntries(policies)));
  }
  const app = await startTestApp({ siteRoot: root('published'), env: { dataDir: tempFolder(), ...env } });
  await addAdmin(app);
  app.switchPreview(root('next'));
  const get = (path: string, headers: Record<string, string> = {}) => rawRequest(app.base, { path, headers });
  const key = () => previewKey(app.context.settings.secret, app.clock.now, 1);
  /** Opens a link, and returns the header of the cookie that it gave. */
  const enter = async (headers: Record<string, string> = {}) => {
    const entered = await get(`/preview?key=${key()}`, headers);
    const [cookie = ''] = String(entered.headers['set-cookie']).split(';');
    return { ...headers, cookie };
  };
  return { app, builds, root, get, key, enter };
}

test('a link with a key sets a cookie for 7 days and leads to the home page of the preview', async () => {
  const { get, key } = await openShop();
  const { status, headers } = await get(`/preview?key=${key()}`);
  expect({ status, to: headers.location }).toEqual({ status: 302, to: '/' });
  expect(String(headers['set-cookie'])).toBe(
    `northlight-preview=${key()}; path=/; expires=Sat, 28 Nov 2026 10:00:00 GMT; samesite=lax; httponly`,
  );
  expect(headers['cache-control']).toBe('no-store');
  const home = await get('/', { cookie: `northlight-preview=${key()}` });
  expect(home.text).toBe('next index');
});

test('over https, no other site can set the cookie', async () => {
  const { get, key } = await openShop({ publicUrl: 'https://shop.example' });
  const { headers } = await get(`/preview?key=${key()}`);
  expect(String(headers['set-cookie'])).toMatch(/^__Host-northlight-preview=.*; secure; httponly$/);
});

test.each([
  '',
  '?key=',
  '?key=1.x',
  '?key=99999999999999',
  '?key=99999999999999.AAAA',
  '?next=//evil.example',
])('without a key of this shop there is no preview: /preview%s', async (query) => {
  const { get } = await openShop();
  const { status, headers, text } = await get(`/preview${query}`);
  expect({ status, text, cookie: headers['set-cookie'], to: headers.location }).toEqual({
    status: 404,
    text: 'published 404',
    cookie: undefined,
    to: undefined,
  });
  const cookie = `northlight-preview=${query.slice(5)}`;
  expect((await get('/', { cookie })).text).toBe('published index');
});

test('a key with another end does not count, nor does one of another shop', async () => {
  const { app, get, key } = await openShop();
  const [end = '', by, signature] = key().split('.');
  const other = previewKey('another secret of thirty-two characters', app.clock.now, 1);
  for (const forged of [
    `${Number(end) + 1}.${by}.${signature}`,
    `${end}.2.${signature}`,
    other,
    `${key()}.`,
    `${key()}x`,
  ]) {
    expect((await get(`/preview?key=${forged}`)).status).toBe(404);
    expect((await get('/', { cookie: `northlight-preview=${forged}` })).text).toBe('published index');
  }
});

test('after 7 days, neither the link nor the cookie counts', async () => {
  const { app, get, key, enter } = await openShop();
  const old = key();
  const entered = await enter();
  app.wait(7 * DAY_MS - 1);
  expect((await get('/', entered)).text).toBe('next index');
  app.wait(1);
  expect((await get('/', entered)).text).toBe('published index');
  expect((await get(`/preview?key=${old}`)).status).toBe(404);
});

test('a page of the preview is stored nowhere, found by no search engine, and framed only by this site', async () => {
  const { get, enter } = await openShop();
  const entered = await enter();
  for (const path of ['/', '/index.html', '/nothing']) {
    const { headers } = await get(path, entered);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self'$/);
  }
  expect((await get('/', entered)).headers['x-frame-options']).toBe('SAMEORIGIN');
  // Its name says its content.
  expect((await get('/assets/next.js', entered)).headers['cache-control']).toMatch(/immutable/);
});

test('a browser that has the published page asks for the preview anew', async () => {
  const { get, enter } = await openShop();
  const entered = await enter();
  const { etag } = (await get('/', entered)).headers;
  expect((await get('/', { ...entered, 'if-none-match': String(etag) })).status).toBe(200);
});

test('other visitors see the published pages, whoever came before them', async () => {
  const { get, enter } = await openShop();
  const entered = await enter();
  const isPublished = async () => {
    const { text, headers } = await get('/');
    expect(text).toBe('published index');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
    expect(headers['x-robots-tag']).toBeUndefined();
  };
  expect((await get('/', entered)).text).toBe('next index');
  await isPublished();
  // Now from the memory of the server.
  await isPublished();
  expect((await get('/', entered)).text).toBe('next index');
  await isPublished();
});

test.each([
  '/admin-dashboard',
  '/admin-dashboard.html',
  '//admin-dashboard',
  '/%61dmin-dashboard',
  '/ADMIN-dashboard',
])('nothing frames the dashboard in a preview: %s', async (path) => {
  const { get, enter } = await openShop();
  const { text, headers } = await get(path, await enter());
  expect(text).toMatch(/^published/);
  expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
});

test('what the dashboard frames does not change what its browser shows elsewhere', async () => {
  const { get, enter } = await openShop();
  const framed = await enter({ 'sec-fetch-dest': 'iframe' });
  expect((await get('/', framed)).text).toBe('next index');
  expect((await get('/', { ...framed, 'sec-fetch-dest': 'document' })).text).toBe('published index');
});

test('leaving ends it', async () => {
  const { get, enter } = await openShop();
  const { status, headers } = await get('/preview?end', await enter());
  expect({ status, to: headers.location }).toEqual({ status: 302, to: '/' });
  expect(String(headers['set-cookie'])).toMatch(/^northlight-preview=; path=\/; expires=Thu, 01 Jan 1970/);
});

test('a preview is built once for each version, and leaves the published pages alone', async () => {
  const { app, builds, get, root } = await openShop();
  const owner = await loggedIn(app);
  const script = join(builds, 'build.mjs');
  writeFileSync(join(builds, 'current'), 'published');
  const log = createLog('silent');
  const { switchSite: switchTo, switchPreview } = app;
  app.context.siteBuilder = createSiteBuilder({ builds, switchTo, switchPreview, script }, log);
  const file = (name: string) => JSON.stringify(join(builds, name));
  writeFileSync(
    script,
    `import { appendFileSync, writeFileSync } from 'node:fs';
    const { SHOP_FILE, SITE_PREVIEW } = process.env;
    appendFileSync(${file('builds.txt')}, SITE_PREVIEW + ' ' + SHOP_FILE + '\\n');
    writeFileSync(${file('preview')}, 'next');`,
  );
  const ask = async () => (await app.post('/api/json/shop/preview', {}, owner)).body;
  expect(await ask()).toEqual({
    state: 'building',
    url: expect.stringMatching(/^\/preview\?key=\d+\.1\.[\w-]{43}$/),
  });
  await app.context.siteBuilder.finished();
  const { state, url } = await ask();
  expect(state).toBe('ready');
  expect((await get(url)).status).toBe(302);
  expect((await get('/')).text).toBe('published index');
  const shop = (await app.get('/api/json/shop', owner)).body;
  const changes = { content: { 'home.heading': 'Hello' } };
  await app.post('/api/json/shop', shopBody(shop, changes, { publish: false }), owner);
  writeFileSync(script, 'process.exit(1)');
  expect((await ask()).state).toBe('building');
  await app.context.siteBuilder.finished();
  expect((await ask()).state).toBe('failed');
  expect(app.context.siteBuilder.state()).toBe('current');
  expect(readFileSync(join(builds, 'builds.txt'), 'utf8')).toBe('1 shop-preview.json\n');
  const saved = JSON.parse(readFileSync(join(app.context.settings.dataDir, 'shop-preview.json'), 'utf8'));
  expect(saved.content).toEqual({ 'home.heading': 'Hello' });
  // It is needed as long as links to it are valid.
  await tidyBuilds(root('published'), new Date(Date.now() + 60 * DAY_MS));
  expect(readFileSync(join(root('next'), 'index.html'), 'utf8')).toBe('next index');
});

test.each([
  ['was deactivated', { isActive: false }, false],
  ['is no owner any more', { role: 'staff' }, false],
  ['has a new password', { password: 'another hash' }, true],
] as const)(
  'a link of somebody who %s counts as long as they may still send one',
  async (_what, change, counts) => {
    const { app, get, key, enter } = await openShop();
    const opened = await enter();
    app.db.update(adminUsers).set(change).run();
    expect((await get(`/preview?key=${key()}`)).status).toBe(counts ? 302 : 404);
    expect((await get('/', opened)).text).toBe(`${counts ? 'next' : 'published'} index`);
  },
);
