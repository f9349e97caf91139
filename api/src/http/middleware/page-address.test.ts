import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLACE_PATHS } from '@northlight/shared/contracts/places.ts';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { logLines, startTestApp } from '../../../test/shop/test-app.ts';

const SHOP = 'https://shop.example.com';
const WWW = { host: 'www.shop.example.com' };

async function startShop(publicUrl = SHOP) {
  const root = join(tempFolder(), 'dist');
  mkdirSync(join(root, 'assets'), { recursive: true });
  for (const page of ['index', 'checkout', 'admin', 'admin-login', '404'])
    writeFileSync(join(root, `${page}.html`), `<title>${page}</title>`);
  writeFileSync(join(root, 'assets/app.js'), '1');
  const app = await startTestApp({ siteRoot: root, env: { publicUrl } });
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await rawRequest(app.base, { method, path, headers });
    return { ...answer, to: answer.headers['location'] };
  };
  return { app, ask };
}

test.each(['GET', 'HEAD'])('a page under another host name leads to the address: %s', async (method) => {
  const { ask } = await startShop();
  for (const host of [
    'www.shop.example.com',
    'WWW.SHOP.EXAMPLE.COM:8080',
    '203.0.113.9',
    '[2001:db8::9]:3000',
    'shop.example.com.',
    'old.example',
  ])
    for (const path of [
      '/',
      '/checkout?service=onhold&a=%26',
      '/nothing',
      '//evil.example/x',
      '/.evil.example',
    ])
      expect(await ask(path, { host }, method), `${host} ${path}`).toMatchObject({
        status: 308,
        to: `${SHOP}${path}`,
        headers: { 'cache-control': 'no-store' },
      });
});

test('a page that was kept in memory leads there, too', async () => {
  const { ask } = await startShop();
  for (let round = 0; round < 3; round += 1) {
    expect(await ask('/checkout', { host: 'shop.example.com' })).toMatchObject({ status: 200 });
    expect(await ask('/checkout', WWW)).toMatchObject({ status: 308 });
  }
});

test('the name counts that the browser shows, which a proxy passes on', async () => {
  const { ask } = await startShop();
  const inside = { host: 'northlight:3000' };
  expect(await ask('/', { ...inside, 'x-forwarded-host': 'shop.example.com' })).toMatchObject({
    status: 200,
  });
  expect(await ask('/', { ...inside, 'x-forwarded-host': 'www.shop.example.com' })).toMatchObject({
    status: 308,
  });
});

test('calls, health, and what isn’t a page stay where they are', async () => {
  const { ask } = await startShop();
  for (const path of ['/api/health', '/api/payment-mode', '/api/order?order=ORD-1', '/api'])
    expect((await ask(path, WWW)).to, path).toBeUndefined();
  for (const path of ['/api/webhooks/stripe', '/checkout'])
    expect((await ask(path, WWW, 'POST')).to, path).toBeUndefined();
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost:3000', 'http://[::1]'])(
  'nothing leads to %s, which only this machine knows',
  async (publicUrl) => {
    const { ask } = await startShop(publicUrl);
    expect(await ask('/checkout', WWW)).toMatchObject({ status: 200 });
  },
);

test('this machine calls the shop by its own names', async () => {
  const { ask } = await startShop();
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'shop.example.com:443'])
    expect(await ask('/checkout', { host }), host).toMatchObject({ status: 200 });
});

test('behind a proxy that passes on another name, visitors are not sent in a circle', async () => {
  const { app, ask } = await startShop();
  const host = { host: 'origin.example.net' };
  const followed = async () => {
    const all = [];
    for (let round = 0; round < 5; round += 1) all.push((await ask('/checkout', host)).status);
    return all;
  };
  expect(await followed()).toEqual([308, 308, 308, 200, 200]);
  // Once somebody arrived at the address, the others can, too.
  expect(await ask('/', { host: 'shop.example.com' })).toMatchObject({ status: 200 });
  expect(await followed()).toEqual([308, 308, 308, 308, 308]);
  // Until the shop moves.
  Object.assign(app.context.settings, { publicUrl: 'https://new.example.com' });
  expect(await ask('/checkout', host)).toMatchObject({ status: 200 });
});

test.each([
  ['/admin%23/case/ORD-10020', '/admin#/case/ORD-10020'],
  ['/admin-dashboard%23/case/ORD-10020', '/admin-dashboard#/case/ORD-10020'],
  ['/admin/%23/orders?q=ada&work=new', '/admin/#/orders?q=ada&work=new'],
  ['/admin-login%23invite=1.abc-d_e', '/admin-login#invite=1.abc-d_e'],
  ['/admin-login?link=invite%23invite=1.abc', '/admin-login?link=invite#invite=1.abc'],
  ['/admin?utm_source=x%23/books', '/admin?utm_source=x#/books'],
  ['/%23faq', '/#faq'],
  ['/onhold%23a%23b', '/onhold#a%23b'],
])('the encoded # of %s becomes one', async (path, to) => {
  const { ask } = await startShop();
  await ask('/admin-login?link=invite', { host: 'shop.example.com' });
  expect(await ask(path)).toMatchObject({ status: 302, to, headers: { 'cache-control': 'no-store' } });
  expect(await ask(path, {}, 'HEAD')).toMatchObject({ status: 302, to });
});

test.each([
  '//evil.example%23',
  '//evil.example/%23x',
  '/\\evil.example%23',
  'http://evil.example//x.example%23',
])('%s leads to no other site', async (path) => {
  const { ask } = await startShop();
  expect((await ask(path)).to).toBeUndefined();
});

test('other queries keep their %23', async () => {
  const { ask } = await startShop();
  expect(await ask('/checkout?note=%23faq')).toMatchObject({ status: 200 });
});

test('the key behind an encoded # is in no log', async () => {
  const root = tempFolder();
  writeFileSync(join(root, 'index.html'), '');
  const { log, text } = logLines('debug');
  const app = await startTestApp({ siteRoot: root, log });
  await rawRequest(app.base, { path: '/admin-login%23invite=1.abc' });
  expect(text()).toContain('/admin-login');
  expect(text()).not.toContain('1.abc');
});

test('the name of a view leads to it, and no other name', async () => {
  const { ask } = await startShop();
  for (const view of PLACE_PATHS.slice(1)) {
    expect(await ask(`/admin${view}`)).toMatchObject({ status: 302, to: `/admin#${view}` });
    expect(await ask(`/admin${view}/`)).toMatchObject({ status: 302, to: `/admin#${view}` });
  }
  expect(await ask('/admin/orders?q=ada')).toMatchObject({ status: 302, to: '/admin#/orders?q=ada' });
  for (const path of [
    '/admin/nothing',
    '/admin/orders/5',
    '/admin/Orders',
    '/orders/admin',
    '/admin/settings/people',
  ])
    expect(await ask(path), path).toMatchObject({ status: 404, to: undefined });
});
