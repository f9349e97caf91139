/**
 * `pnpm --filter admin-desktop bench`: measures how long after first paint, which is when Electron shows the
 * window, the first list is painted from the cache. Runs the built page in Chromium with the app's own
 * protocol handler, with a near server, a far server, and no server. Does not use a code cache, which the app
 * has from its second start.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { chromium, type Browser } from 'playwright';
import { startDesktopHost } from '../e2e/host/desktop-host.ts';
import { ADMIN, startOwnServer } from '../src/main/test/own-server.ts';

const ORDERS = 100;
const RUNS = 15;
const AIM_MS = 300;

const server = await startOwnServer();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (let count = 0; count < ORDERS; count += 1) await server.buy(`Number ${count}`);

const results = [
  ['the server on this computer', await measure(browser, 0)],
  ['a server 250 ms away', await measure(browser, 250)],
  ['no server', await measure(browser, 0, server.halt)],
] as const;
await browser.close();
await server.restart();
await server.stop();
for (const [words, times] of results) {
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(
    `${words}: first list of ${ORDERS} after ${median} ms (median of ${times.length}; worst ${worst} ms; aim ${AIM_MS} ms)`,
  );
}

/** Returns the sorted times in ms. Each run opens a new window. Only the app's folder is reused. */
async function measure(browser: Browser, farMs: number, before = async () => {}): Promise<number[]> {
  const app = await startDesktopHost(async (input, init) => {
    await delay(farMs);
    return fetch(input, init);
  });
  await app.choose(server.origin);
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await app.showIn(page);
    if (run === 0) await page.request.post(pathOf('POST /api/admin/login'), { data: ADMIN });
    if (run === 1) await before();
    await page.addInitScript(noteFirstRow);
    await page.goto('/admin#/orders');
    const painted = await page.evaluate(firstRowAt);
    // The first run fills the cache.
    if (run > 0) times.push(Math.round(painted));
    await context.close();
  }
  await app.stop();
  return times.toSorted((a, b) => a - b);
}

/**
 * Runs in the page before its own scripts. Records when the first row was painted, in ms after first paint.
 */
function noteFirstRow(): void {
  const page = globalThis as unknown as Page;
  page.firstRowAt = new Promise((resolve) => {
    const look = () => {
      if (!page.document.querySelector('.list tbody tr')) page.requestAnimationFrame(look);
      else
        page.requestAnimationFrame(() =>
          resolve(performance.now() - page.performance.getEntriesByName('first-paint')[0].startTime),
        );
    };
    look();
  });
}

type Page = {
  document: { querySelector(selector: string): unknown };
  requestAnimationFrame(next: () => void): void;
  performance: { getEntriesByName(name: string): [{ startTime: number }] };
  firstRowAt: Promise<number>;
};
function firstRowAt(): Promise<number> {
  return (globalThis as unknown as Page).firstRowAt;
}
