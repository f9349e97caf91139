import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startShopProcess } from '../../chaos/shop-process.ts';
import { freePort } from '../../test/shop/free-port.ts';
import { addSiteBuild, installShop } from '../../test/shop/installed-shop.ts';
import { databaseIn } from '../../test/shop/test-app.ts';
import { UNTIL } from '../../test/until.ts';
import { currentCatalog } from '../db/catalogs.ts';
import { openDatabase, type Db } from '../db/client.ts';
import * as versionStore from '../operations/shop/version-store.ts';

/** Says that it has begun, waits while `slow` says so, and builds a page with the price. Fails while `broken` says so. */
const ASTRO = `
  import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { brotliCompressSync, gzipSync } from 'node:zlib';
  const here = join(import.meta.dirname, '../../..');
  const shopFile = join(process.env.DATA_DIR, process.env.SHOP_FILE || 'shop.json');
  const price = existsSync(shopFile) ? JSON.parse(readFileSync(shopFile, 'utf8')).catalog.services.website.firstPaymentCents : 'sample';
  appendFileSync(join(here, 'builds.log'), process.pid + ' ' + price + '\\n');
  if (existsSync(join(here, 'broken'))) { console.error('index.html is empty, which it must not be.'); process.exit(1); }
  if (existsSync(join(here, 'slow'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  const text = '<p>' + price;
  writeFileSync(join(out, 'index.html'), text);
  writeFileSync(join(out, 'index.html.br'), brotliCompressSync(text));
  writeFileSync(join(out, 'index.html.gz'), gzipSync(text));
  writeFileSync(join(out, '.csp.json'), '{"/index.html":{"scripts":[],"styles":[]}}');
`;

/** An installed shop whose pages were built from the sample, and whose database sells the website for $199. */
async function anInstalledShop() {
  const { folder, main, builds, dataDir } = await installShop();
  addSiteBuild(folder, ASTRO);
  mkdirSync(dataDir);
  databaseIn(dataDir).$client.close();
  const withShop = <Result>(look: (db: Db) => Result): Result => {
    const db = openDatabase(join(dataDir, 'northlight.db'));
    try {
      return look(db);
    } finally {
      db.$client.close();
    }
  };
  const file = (name: string) => join(folder, 'site', name);
  const built = () =>
    existsSync(file('builds.log'))
      ? readFileSync(file('builds.log'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' ') as [pid: string, price: string])
      : [];
  const port = await freePort();
  const start = async () => {
    const settings = { PORT: String(port), DATA_DIR: dataDir, PAYMENTS: 'demo' };
    const server = await startShopProcess(settings, null, null, main);
    onTestFinished(() => void server.kill('SIGKILL'));
    expect(server.said()).toBe('');
    return server;
  };
  mkdirSync(join(builds, 'sample'));
  writeFileSync(join(builds, 'sample', 'index.html'), '<p>sample');
  writeFileSync(join(builds, 'sample', '.built-from'), createHash('sha256').digest('hex'));
  writeFileSync(join(builds, 'current'), 'sample');
  const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  const add = (state: 'publishing' | 'scheduled' | 'published', firstPaymentCents: number) =>
    withShop((db) => {
      const values = versionStore.byId(db, currentCatalog(db).version)?.values;
      if (!values) throw new Error('There is no version.');
      const website = { ...values.services.website, firstPaymentCents };
      const createdAt = new Date();
      const row = versionStore.add(db, {
        values: { ...values, services: { ...values.services, website } },
        state,
        adminId: null,
        createdAt,
        ...(state === 'scheduled' && { publishAt: createdAt }),
      });
      if (state === 'published') versionStore.update(db, row.id, { publishedAt: createdAt });
      // As one that an owner made.
      db.$client.exec(
        "INSERT OR IGNORE INTO admin_users (id, username, password, email, role, is_active, created_at, updated_at) VALUES (1, 'ada', 'x', 'ada@x.example', 'owner', 1, 0, 0)",
      );
      db.$client.prepare('UPDATE shop_versions SET admin_id = 1 WHERE id = ?').run(row.id);
      return row.id;
    });
  const stateOf = (id: number) => withShop((db) => versionStore.byId(db, id)?.state);
  const say = (name: string, isSo: boolean) =>
    isSo ? writeFileSync(file(name), '') : rmSync(file(name), { force: true });
  return { start, page, add, stateOf, built, say, builds };
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['the whole group', (server: number) => process.kill(-server, 'SIGTERM')],
  [
    'the build first',
    async (server: number, build: number) => {
      process.kill(build, 'SIGTERM');
      await expect.poll(() => isAlive(build), UNTIL).toBe(false);
      process.kill(server, 'SIGTERM');
    },
  ],
  ['the server alone', (server: number) => process.kill(server, 'SIGTERM')],
])(
  'a publication that is cut off by a stop (%s) goes on at the next start, a scheduled one, too',
  async (_what, stop) => {
    const { start, page, add, stateOf, built, say, builds } = await anInstalledShop();
    for (const state of ['publishing', 'scheduled'] as const) {
      const price = state === 'publishing' ? 15_900 : 16_900;
      const id = add(state, price);
      say('slow', true);
      const server = await start();
      const begun = () => built().find(([, one]) => one === String(price));
      await expect.poll(begun, UNTIL).toBeDefined();
      const [build] = begun() ?? [];
      await stop(server.pid, Number(build));
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect(stateOf(id)).toBe('publishing');
      say('slow', false);
      const next = await start();
      await expect.poll(() => stateOf(id), UNTIL).toBe('published');
      await expect.poll(page, UNTIL).toBe(`<p>${price}`);
      await next.kill('SIGTERM');
      if (isAlive(Number(build))) process.kill(Number(build), 'SIGKILL');
    }
    expect(readdirSync(builds).filter((name) => name.startsWith('.current'))).toEqual([]);
  },
);

test('a server whose pages were built from other values than the published ones builds them at its start, once', async () => {
  const { start, page, add, built } = await anInstalledShop();
  add('published', 19_900);
  const server = await start();
  await expect.poll(page, UNTIL).toBe('<p>19900');
  await server.kill('SIGTERM');
  const again = await start();
  expect(await page()).toBe('<p>19900');
  await again.kill('SIGTERM');
  expect(built().map(([, price]) => price)).toEqual(['19900']);
});

test('pages that can’t be built keep neither the start nor a sale, and are tried once at each start', async () => {
  const { start, page, add, built, say } = await anInstalledShop();
  add('published', 19_900);
  say('broken', true);
  for (const starts of [1, 2]) {
    const server = await start();
    await expect.poll(() => built().length, UNTIL).toBe(starts);
    expect(await page()).toBe('<p>sample');
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(built()).toHaveLength(starts);
  }
  say('broken', false);
  await start();
  await expect.poll(page, UNTIL).toBe('<p>19900');
});
