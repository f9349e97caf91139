import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { aPng, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { storedFiles } from '../../db/schema/files.ts';
import { startPreviews } from './previews.ts';
import { UNTIL } from '../../../test/until.ts';

withBuiltScripts();

type Shop = Awaited<ReturnType<typeof shopWithOrder>>;

function start({ app }: Shop, script?: string, limitMs?: number) {
  const worker = startPreviews(app.context, script, limitMs);
  onTestFinished(() => worker.stop());
  return worker;
}

const seen = ({ app }: Shop) =>
  app.db
    .select()
    .from(storedFiles)
    .all()
    .map(({ hasPreview }) => hasPreview);

test('pictures get a small preview, and broken or huge ones and other files have none', async () => {
  const shop = await shopWithOrder();
  const { app, customer, query } = shop;
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
  const { files } = (await app.get(`/api/order${query}`)).body;
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
  const { app, dataDir, customer } = shop;
  await upload(app, { bytes: aPng(300), by: customer });
  await start(shop).stop();
  expect(seen(shop)).toEqual([null]);
  start(shop);
  await vi.waitFor(() => expect(seen(shop)).toEqual([true]), UNTIL);
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.webp'))).toHaveLength(1);
});

test('a preview that is being made while its person is erased does not stay', async () => {
  const shop = await shopWithOrder();
  const { app, dataDir, customer, admin } = shop;
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
  const files = () =>
    readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('.'),
    );
  await vi.waitFor(() => expect(files()).toEqual([expect.stringMatching(/\.part$/)]), UNTIL);
  app.db.$client.exec(`UPDATE agreements SET state = 'ended'`);
  const { status } = await app.post('/api/admin/privacy/erase', { email: aDraft().email }, admin);
  expect(status).toBe(200);
  await vi.waitFor(() => expect(existsSync(finished)).toBe(true), UNTIL);
  await vi.waitFor(() => expect(files()).toEqual([]), UNTIL);
});
