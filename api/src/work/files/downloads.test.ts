import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { aPng, begin, send, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { orderFiles, storedFiles } from '../../db/schema/files.ts';
import { cleanUp } from './clean-up.ts';
import { DAY_MS } from '../../base/units.ts';

const TEXT = 'We open at nine. We close at six.';

async function shopWithText() {
  const shop = await shopWithOrder();
  const { id } = await upload(shop.app, {
    bytes: Buffer.from(TEXT),
    name: 'Ж "um" neun.txt',
    by: shop.customer,
  });
  const path = `/api/order/files/${id}${shop.query}`;
  return {
    ...shop,
    id,
    path,
    get: (headers: Record<string, string> = {}) => rawRequest(shop.app.base, { path, headers }),
  };
}

const later = (shop: Awaited<ReturnType<typeof shopWithOrder>>, ms: number) => {
  shop.app.clock.now = new Date(shop.app.clock.now.getTime() + ms);
  return cleanUp(shop.app.context);
};

test('a text is only ever downloaded, under its own name', async () => {
  const { get } = await shopWithText();
  const { status, headers, text } = await get();
  expect({ status, text }).toEqual({ status: 200, text: TEXT });
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(TEXT.length),
    'content-disposition': `attachment; filename="? -um- neun.txt"; filename*=UTF-8''%D0%96%20-um-%20neun.txt`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  });
});

test.each([
  ['bytes=0-6', 206, 'We open', 'bytes 0-6/33'],
  ['bytes=26-', 206, 'at six', 'bytes 26-32/33'],
  ['bytes=-4', 206, 'six.', 'bytes 29-32/33'],
  ['bytes=27-9999', 206, ' six.', 'bytes 27-32/33'],
  ['bytes=-9999', 206, TEXT, 'bytes 0-32/33'],
  ['bytes=33-', 416, '', 'bytes */33'],
  ['bytes=-0', 416, '', 'bytes */33'],
  ['bytes=5-2', 200, TEXT, undefined],
  ['bytes=0-1,3-4', 200, TEXT, undefined],
  ['bytes=-', 200, TEXT, undefined],
  ['lines=1-2', 200, TEXT, undefined],
  [`bytes=${'9'.repeat(400)}-`, 200, TEXT, undefined],
])('the range %s is answered with %i', async (range, status, text, contentRange) => {
  const { get } = await shopWithText();
  const answer = await get({ range });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-range']).toBe(contentRange);
  expect(answer.text).toContain(text.trim());
  expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
});

test('what the browser has already is not sent again, and a part only of the same content', async () => {
  const { get } = await shopWithText();
  const etag = (await get()).headers['etag'] ?? '';
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
});

test('nobody downloads without the key of the order or a login', async () => {
  const { app, id, path, orderNumber, admin, query } = await shopWithText();
  const statusOf = async (to: string, headers = {}) => (await fetch(app.base + to, { headers })).status;
  expect(await statusOf(`/api/order/files/${id}?order=${orderNumber}`)).toBe(404);
  expect(await statusOf(`/api/order/files/${id}?order=${orderNumber}&key=wrong`)).toBe(404);
  expect(await statusOf(`/api/json/files/${id}`)).toBe(401);
  expect(await statusOf(`/api/json/files/${id}`, admin)).toBe(200);
  expect(await statusOf(`/api/json/files/${randomUUID()}`, admin)).toBe(404);
  expect(await statusOf(`/api/order/files/${randomUUID()}${query}`)).toBe(404);
  for (const hostile of ['..%2f..%2fsecret', '%2e%2e', 'x'])
    expect([401, 404]).toContain(await statusOf(`/api/order/files/${hostile}${query}`));
  expect(await statusOf(path, { 'x-order-key': 'ignored' })).toBe(200);
});

test('a file whose content is gone is not found', async () => {
  const { get, dataDir } = await shopWithText();
  rmSync(join(dataDir, 'files'), { recursive: true });
  expect((await get()).status).toBe(404);
});

test('an unfinished upload is deleted after a day', async () => {
  const shop = await shopWithOrder();
  const { app, customer, dataDir } = shop;
  const { path } = await begin(app, 100, customer);
  await send(app, path, 0, aPng().subarray(0, 20));
  await later(shop, DAY_MS - 1);
  expect(readdirSync(join(dataDir, '.uploads'))).toHaveLength(2);
  await later(shop, 2);
  expect(readdirSync(join(dataDir, '.uploads'))).toEqual([]);
  expect((await send(app, path, 20, aPng().subarray(20))).status).toBe(410);
});

test('files of a form that is never sent are deleted after a day, and their content a day later', async () => {
  const shop = await shopWithOrder();
  const { app, customer, dataDir } = shop;
  const by = { submissionKey: randomUUID() };
  await upload(app, { bytes: aPng(16, 16, 1), by });
  await upload(app, { bytes: aPng(16, 16, 2), by });
  await upload(app, { bytes: aPng(16, 16, 2), by: customer });
  const contents = () =>
    readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 2,
    );
  await later(shop, DAY_MS);
  expect(app.db.select().from(orderFiles).all()).toHaveLength(3);
  await later(shop, 1);
  expect(app.db.select().from(orderFiles).all()).toHaveLength(1);
  expect(app.db.select().from(storedFiles).all()).toHaveLength(1);
  // A backup that runs may still need it.
  expect(contents()).toHaveLength(2);
  await later(shop, DAY_MS + 1);
  expect(contents()).toHaveLength(1);
});

test('content that a crash left without a row is deleted, and the same content may come again', async () => {
  const shop = await shopWithOrder();
  const { app, customer, dataDir } = shop;
  const { id } = await upload(app, { bytes: aPng(), by: customer });
  app.db.delete(orderFiles).run();
  app.db.delete(storedFiles).run();
  app.clock.now = new Date(app.clock.now.getTime() + 2 * DAY_MS);
  const again = await upload(app, { bytes: aPng(), by: customer });
  expect(again.id).not.toBe(id);
  await later(shop, 0);
  expect((await fetch(`${app.base}/api/order/files/${again.id}${shop.query}`)).status).toBe(200);
  app.db.delete(orderFiles).run();
  app.db.delete(storedFiles).run();
  await later(shop, 2 * DAY_MS);
  expect(
    readdirSync(join(dataDir, 'files')).flatMap((part) => readdirSync(join(dataDir, 'files', part))),
  ).toEqual([]);
  expect(existsSync(join(dataDir, 'files'))).toBe(true);
});
