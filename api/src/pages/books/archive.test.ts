import os from 'node:os';
import { unzipSync } from 'fflate';
import { beforeEach, expect, onTestFinished, test, vi, type MockInstance } from 'vitest';
import { withBuiltScripts } from '../../../test/fixtures/built-server.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { seedShop } from '../../../seed/seed-shop.ts';
import { createLog } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import { openShopDatabase } from '../../operations/open-database.ts';
import { UNTIL } from '../../../test/until.ts';

withBuiltScripts();

const PATH = '/api/json/invoices.zip?month=2026-11';

// The other tests keep the processor busy, and a lower priority would wait for them.
let lower: MockInstance;
beforeEach(() => {
  lower = vi.spyOn(os, 'setPriority').mockImplementation(() => {});
  return () => lower.mockRestore();
});

/** A shop in a file, which another process can read. */
async function openShop(db: Db | null = openShopDatabase({ dataDir: tempFolder() })) {
  const log = createLog('silent');
  const errors = vi.spyOn(log, 'error');
  const { app, cookie } = await openConsole({ ...(db && { db }), log });
  const ask = (signal?: AbortSignal) =>
    fetch(app.base + PATH, { headers: cookie, ...(signal && { signal }) });
  return { app, ask, errors };
}

async function buyTwice({ app }: Awaited<ReturnType<typeof openShop>>): Promise<void> {
  await buyWithCard(app, aDraft({ state: 'MI', postalCode: '48104', serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'], businessName: 'Ålesund Kaffe' }));
}

test('a month’s archive has a PDF of each document and the spreadsheet; one is made at a time', async () => {
  const shop = await openShop();
  await buyTwice(shop);
  const [first, second] = await Promise.all([shop.ask(), shop.ask()]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  const made = first.status === 200 ? first : second;
  const files = unzipSync(new Uint8Array(await made.arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    '2026-11/INV-1001.pdf',
    '2026-11/INV-1002.pdf',
    '2026-11/invoices.csv',
  ]);
  const text = (await pdfPages(Buffer.from(files['2026-11/INV-1002.pdf'] ?? []))).flat().join();
  expect(text).toContain('Ålesund Kaffe');
  // The business is the running shop's, which the other process can't read from its environment.
  expect(text).toContain('214 North Light Lane');
  expect(Buffer.from(files['2026-11/invoices.csv'] ?? []).toString()).toContain(
    'INV-1002,Invoice,2026-11-21',
  );
  expect(lower).toHaveBeenCalledExactlyOnceWith(expect.any(Number), Math.min(19, os.getPriority() + 5));
});

test('an archive that fails halfway is a broken download, and the log says why', async () => {
  const shop = await openShop();
  await buyTwice(shop);
  shop.app.db.$client.exec(`UPDATE orders SET service_types = 'no list' WHERE order_number = 'ORD-10002'`);
  const broken = await shop.ask();
  expect(broken.status).toBe(200);
  await expect(broken.arrayBuffer()).rejects.toThrow();
  await vi.waitUntil(() => shop.errors.mock.calls.length > 0, UNTIL);
  const [[facts, words] = []] = shop.errors.mock.calls;
  expect(words).toBe('response interrupted');
  expect(JSON.stringify(Object(facts).err.message)).toContain('JSON');
  shop.app.db.$client.exec(`UPDATE orders SET service_types = '["onhold"]' WHERE order_number = 'ORD-10002'`);
  await vi.waitUntil(async () => (await shop.ask()).status === 200, UNTIL);
});

test('an archive that can’t begin is an error in words', async () => {
  // The other process finds nothing in a database that only exists in this one's memory.
  const { ask, errors } = await openShop(null);
  const answer = await ask();
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    code: 'archive_failed',
    message: expect.stringContaining('The archive couldn’t be made.'),
  });
  expect(errors.mock.calls[0]?.[1]).toBe('could not make an archive of invoices');
});

test('whoever leaves ends the work on their archive, and it is no error', { tags: ['long'] }, async () => {
  const shop = await openShop();
  await seedShop(shop.app.db, 400, shop.app.clock.now);
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const before = processes();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  expect((await shop.ask(leaving.signal)).status).toBe(200);
  // Far more than fits on the way waits for a reader.
  expect(processes()).toBe(before + 1);
  leaving.abort();
  await vi.waitUntil(() => processes() === before, UNTIL);
  expect((await shop.ask()).status).toBe(200);
  expect(shop.errors).not.toHaveBeenCalled();
});
