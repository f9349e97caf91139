/**
 * `pnpm --filter admin-desktop bench`: measures how long after first paint the first list is painted.
 *
 * The desktop app shows its window at first paint. Its built page runs in Chromium with the app's own protocol
 * handler and answers from the cache, with a near server, a far server, and no server. It does not use a code
 * cache, which the app has from its second start.
 *
 * The website's dashboard runs in Chromium over a line with a round trip of 50 ms: on a first visit, and with
 * its files in the browser's cache.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { chromium, type Browser, type BrowserContext, type Page as PlaywrightPage } from 'playwright';
import { findBrowser } from '../../site/e2e/support/find-browser.ts';
import { startDesktopHost } from '../e2e/host/desktop-host.ts';
import { ADMIN, startOwnServer } from '../src/main/test/own-server.ts';

const ORDERS = 100;
const RUNS = 15;
const AIM_MS = { desktop: 200, browser: 400 };
const LINE_MS = 50;

const server = await startOwnServer({ PUBLIC_URL: '' });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox'],
});
for (let count = 0; count < ORDERS; count += 1) await server.buy(`Number ${count}`);

const visits = await measureVisits(browser);
const results = [
  ['browser, first visit', AIM_MS.browser, visits.first],
  ['browser, files cached', AIM_MS.browser, visits.later],
  ['desktop, the server on this computer', AIM_MS.desktop, await measureApp(browser, 0)],
  ['desktop, a server 250 ms away', AIM_MS.desktop, await measureApp(browser, 250)],
  ['desktop, no server', AIM_MS.desktop, await measureApp(browser, 0, server.halt)],
] as const;
await browser.close();
await server.restart();
await server.stop();
for (const [words, aim, times] of results) {
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(
    `${words}: first list of ${ORDERS} after ${median} ms (median of ${times.length}; worst ${worst} ms; aim ${aim} ms)`,
  );
}

/** Returns the sorted times in ms. Each run opens a new window. Only the app's folder is reused. */
async function measureApp(browser: Browser, farMs: number, before = async () => {}): Promise<number[]> {
  const app = await startDesktopHost(async (input, init) => {
    await delay(farMs);
    return fetch(input, init);
  });
  await app.choose(server.origin);
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const context = await openWindow(browser, app.origin);
    const page = await context.newPage();
    await app.showIn(page);
    if (run === 0) await logIn(page);
    if (run === 1) await before();
    const painted = await timeToList(page);
    // The first run fills the cache.
    if (run > 0) times.push(painted);
    await context.close();
  }
  await app.stop();
  return times.toSorted((a, b) => a - b);
}

async function measureVisits(browser: Browser) {
  const [first, later]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    const context = await openWindow(browser, server.origin);
    for (const times of [first, later]) {
      const page = await context.newPage();
      if (times === first) await logIn(page);
      const line = await context.newCDPSession(page);
      await line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LINE_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      times.push(await timeToList(page));
      await page.close();
    }
    await context.close();
  }
  return { first: first.toSorted((a, b) => a - b), later: later.toSorted((a, b) => a - b) };
}

function openWindow(browser: Browser, baseURL: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
}

async function logIn(page: PlaywrightPage): Promise<void> {
  await page.request.post(pathOf('POST /api/admin/login'), { data: ADMIN });
}

async function timeToList(page: PlaywrightPage): Promise<number> {
  await page.addInitScript(noteFirstRow);
  await page.goto('/admin#/orders');
  return Math.round(await page.evaluate(firstRowAt));
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
