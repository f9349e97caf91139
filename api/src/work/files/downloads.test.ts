import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, onTestFinished, vi } from 'vitest';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { aPng, begin, send, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { orderFiles, storedFiles } from '../../db/schema/files.ts';
import { cleanUp } from './clean-up.ts';
import { DAY_MS } from '../../base/units.ts';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { startPreviews } from './previews.ts';
import { UNTIL } from '../../../test/until.ts';

type Shop = Awaited<ReturnType<typeof shopWithOrder>>;

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

const later = (shop: Shop, ms: number) => {
  shop.app.wait(ms);
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
  const { app, customer, contents } = shop;
  const by = { submissionKey: randomUUID() };
  await upload(app, { bytes: aPng(16, 16, 1), by });
  await upload(app, { bytes: aPng(16, 16, 2), by });
  await upload(app, { bytes: aPng(16, 16, 2), by: customer });
  await later(shop, DAY_MS);
  expect(rows.files(app.db)).toHaveLength(3);
  await later(shop, 1);
  expect(rows.files(app.db)).toHaveLength(1);
  expect(rows.storedFiles(app.db)).toHaveLength(1);
  // A backup that runs may still need it.
  expect(contents()).toHaveLength(2);
  await later(shop, DAY_MS + 1);
  expect(contents()).toHaveLength(1);
});

test('content that a crash left without a row is deleted, and the same content may come again', async () => {
  const shop = await shopWithOrder();
  const { app, customer, dataDir, contents } = shop;
  const { id } = await upload(app, { bytes: aPng(), by: customer });
  app.db.delete(orderFiles).run();
  app.db.delete(storedFiles).run();
  app.wait(2 * DAY_MS);
  const again = await upload(app, { bytes: aPng(), by: customer });
  expect(again.id).not.toBe(id);
  await later(shop, 0);
  expect((await fetch(`${app.base}/api/order/files/${again.id}${shop.query}`)).status).toBe(200);
  app.db.delete(orderFiles).run();
  app.db.delete(storedFiles).run();
  await later(shop, 2 * DAY_MS);
  expect(contents()).toEqual([]);
  expect(existsSync(join(dataDir, 'files'))).toBe(true);
});

withBuiltScripts();

function start({ app }: Shop, script?: string, limitMs?: number) {
  const worker = startPreviews(app.context, script, limitMs);
  onTestFinished(() => worker.stop());
  return worker;
}

const seen = ({ app }: Shop) => rows.storedFiles(app.db).map(({ hasPreview }) => hasPreview);

test('pictures get a small preview, and broken or huge ones and other files have none', async () => {
  const shop = await shopWithOrder();
  const { app, customer, query, page } = shop;
  const picture = aPng(600);
  const sent = {
    picture,
    broken: aPng(64).subarray(0, 50),
    huge: aPng(4, 50_000),
    text: Buffer.from('Hello'),
  };
  for (const [name, bytes] of Object.entries(sent)) await upload(app, { bytes, name, by: customer });
  start(shop);
  await vi.waitFor(() => expect(seen(shop)).not.toContain(null), UNTIL);
  const { files } = await page();
  const withPreview = files.filter(({ hasPreview }: { hasPreview: boolean }) => hasPreview);
  expect(withPreview.map(({ name }: { name: string }) => name)).toEqual(['picture.png']);
  const previewOf = ({ id }: { id: string }) => fetch(`${app.base}/api/order/files/${id}${query}&preview=1`);
  const preview = await previewOf(withPreview[0]);
  expect(preview.headers.get('content-type')).toBe('image/webp');
  expect(preview.headers.get('content-disposition')).toMatch(/^inline/);
  const bytes = Buffer.from(await preview.arrayBuffer());
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  const text = files.find(({ mediaType }: { mediaType: string }) => mediaType === 'text/plain');
  expect((await previewOf(text)).status).toBe(404);
});

test('a preview that takes too long is ended, and the process knows no settings of the shop', async () => {
  const shop = await shopWithOrder();
  const script = join(tempFolder(), 'hangs.mjs');
  const told = join(tempFolder(), 'told');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(told)}, JSON.stringify(Object.keys(process.env)));
    setInterval(() => {}, 1000);`,
  );
  vi.stubEnv('SESSION_SECRET', 'a secret of thirty-two characters');
  onTestFinished(() => void vi.unstubAllEnvs());
  await upload(shop.app, { bytes: aPng(), by: shop.customer });
  // On a busy machine, a process may take longer to begin than it gets.
  for (let limitMs = 3_000; !existsSync(told); limitMs *= 2) {
    const { stop } = start(shop, script, limitMs);
    await vi.waitFor(() => expect(seen(shop)).toEqual([false]), UNTIL);
    await stop();
    shop.app.db.$client.exec('UPDATE stored_files SET has_preview = NULL');
  }
  expect(JSON.parse(readFileSync(told, 'utf8'))).not.toContain('SESSION_SECRET');
});

test('a preview that the end of the server interrupts is made after the next start', async () => {
  const shop = await shopWithOrder();
  const { app, customer, contents } = shop;
  await upload(app, { bytes: aPng(300), by: customer });
  await start(shop).stop();
  expect(seen(shop)).toEqual([null]);
  start(shop);
  await vi.waitFor(() => expect(seen(shop)).toEqual([true]), UNTIL);
  expect(contents().filter((name) => name.endsWith('.webp'))).toHaveLength(1);
});

test('a preview that is being made while its person is erased does not stay', async () => {
  const shop = await shopWithOrder();
  const { app, customer, admin, contents } = shop;
  await upload(app, { bytes: aPng(), by: customer });
  const script = join(tempFolder(), 'slow.mjs');
  const finished = join(tempFolder(), 'finished');
  // Begins a preview, and finishes it once the erasure has deleted what there was.
  writeFileSync(
    script,
    `import { existsSync, writeFileSync } from 'node:fs';
    const [, , , target] = process.argv;
    writeFileSync(\`\${target}.part\`, '');
    const timer = setInterval(() => {
      if (existsSync(\`\${target}.part\`)) return;
      writeFileSync(target, 'a preview');
      writeFileSync(${JSON.stringify(finished)}, '');
      clearInterval(timer);
    }, 20);`,
  );
  start(shop, script);
  const previews = () => contents().filter((name) => name.includes('.'));
  await vi.waitFor(() => expect(previews()).toEqual([expect.stringMatching(/\.part$/)]), UNTIL);
  app.db.$client.exec(`UPDATE agreements SET state = 'ended'`);
  const { status } = await app.post('/api/admin/privacy/erase', { email: aDraft().email }, admin);
  expect(status).toBe(200);
  await vi.waitFor(() => expect(existsSync(finished)).toBe(true), UNTIL);
  await vi.waitFor(() => expect(previews()).toEqual([]), UNTIL);
});
