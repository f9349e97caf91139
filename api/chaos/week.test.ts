import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { seededRandom } from '../seed/seeded-random.ts';
import { countWhere } from '../src/db/prepared.ts';
import { onHoldSubmissions } from '../src/db/schema/forms.ts';
import { anOnHoldForm } from '../test/fixtures/form-factories.ts';
import { tempFolder } from '../test/fixtures/temp-folder.ts';
import { holdPort } from '../test/shop/hold-port.ts';
import { type Buyer, createBuyer, createCounts } from './buyer.ts';
import { audit } from './check-invariants.ts';
import { type LiveShop, startLiveShop } from './live-shop.ts';
import { drawWalk, take } from './scenarios.ts';
import { startShopProcess } from './shop-process.ts';
import { passTime, settle } from './wait-until-settled.ts';

// A week in an hour: run it with CHAOS=week, and WEEK_MINUTES for another length. It is not part of `test`.

const MINUTES = Number(process.env['WEEK_MINUTES'] ?? 60);
const UPGRADES = 10;
const HOUR_MS = 60 * 60_000;
/** After seven days, the shop gives up on payments that nobody completed. */
const PASSED_MS = 6.5 * 24 * HOUR_MS;
/** An email whose sender was killed is sent again after its lease of six minutes. */
const CLEARED_WITHIN_MS = 8 * 60_000;
const SEGMENT_MS = (MINUTES * 60_000) / UPGRADES;
/** A customer comes this often, on average. */
const CUSTOMER_EVERY_MS = 1_500;
const READERS_PER_SECOND = 20;
const TOKEN = 'a token for the week';
const PAGES = ['/', '/website', '/checkout', '/onhold-audio-form', '/api/about'];
const preload = fileURLToPath(new URL('./kill-at-commit.js', import.meta.url));

/** The conditions of docs/monitoring.md, with shorter times. */
const ALARMS: Record<string, (metrics: Metrics) => boolean> = {
  'orders cannot be stored': (metrics) => metrics['northlight_can_store_orders'] === 0,
  'a provider is down': (metrics) =>
    Object.entries(metrics).some(
      ([name, value]) => name.startsWith('northlight_provider_paused') && value === 1,
    ),
  'email is stuck': (metrics) => (metrics['northlight_outbox_age_seconds'] ?? 0) > 10,
};
type Metrics = Record<string, number>;

type Trouble = { name: string; alarm?: string; act: (shop: LiveShop) => Promise<string | void> };

/** One in each part of the week. */
const TROUBLES: readonly Trouble[] = [
  { name: 'full disk', alarm: 'orders cannot be stored', act: fillDisk },
  { name: 'provider outage', alarm: 'a provider is down', act: breakProviders },
  { name: 'mail outage', alarm: 'email is stuck', act: breakEmail },
  { name: 'corrupted copy: a page of garbage', act: (shop) => refuseCopy(shop, corruptPage) },
  { name: 'full disk', alarm: 'orders cannot be stored', act: fillDisk },
  { name: 'power cut before a commit', act: (shop) => cutPower(shop, 'before') },
  { name: 'corrupted copy: cut off in the middle', act: (shop) => refuseCopy(shop, cutOff) },
  { name: 'full disk', alarm: 'orders cannot be stored', act: fillDisk },
  { name: 'power cut after a commit', act: (shop) => cutPower(shop, 'after') },
  { name: 'nothing', act: async () => {} },
];

test.runIf(process.env['CHAOS'] === 'week')(
  'a week: no order is lost or doubled, no reader sees an error, memory stays flat, every alarm is raised and cleared',
  async () => {
    const shop = await startLiveShop(holdPort());
    await shop.open(null, { METRICS_TOKEN: TOKEN });
    const end = new AbortController();
    const random = seededRandom(1);
    const scene = {
      shop,
      luck: { random, lostAnswers: 0.02, doubleClicks: 0.05, departures: 0.02 },
      counts: createCounts(),
      onStep: () => {},
    };
    const buyers: Buyer[] = [];
    const walks = new Set<Promise<void>>();
    const forms = { sent: 0, refused: 0 };
    const customers = (async () => {
      while (!end.signal.aborted) {
        await delay(random() * 2 * CUSTOMER_EVERY_MS);
        const buyer = createBuyer(buyers.length + 1, seededRandom(buyers.length));
        buyers.push(buyer);
        const walk = take(drawWalk(random), scene, buyer)
          .then(() => fillForm(shop, buyer, forms))
          .finally(() => walks.delete(walk));
        walks.add(walk);
      }
    })();
    const readers = startReaders(shop.base, end.signal);
    const watch = startWatch(shop.base, end.signal);
    const rows: object[] = [];

    for (const [index, { name, alarm, act }] of TROUBLES.entries()) {
      const until = Date.now() + SEGMENT_MS;
      const before = buyers.length;
      watch.begin();
      const said = await act(shop);
      // Lets the shop recover, so that the alarm can clear.
      await delay(Math.max(5_000, until - Date.now()));
      const clearBy = Date.now() + CLEARED_WITHIN_MS;
      while (watch.uncleared().length > 0 && Date.now() < clearBy) await delay(500);
      if (alarm) expect.soft(watch.raised(), name).toContain(alarm);
      expect.soft(watch.uncleared(), name).toEqual([]);
      rows.push({
        part: index + 1,
        name,
        checkouts: buyers.length - before,
        alarms: watch.summary(),
        megabytes: watch.memory(),
        ...(said && { said }),
      });
      console.log(rows.at(-1));
      await upgrade(shop);
    }
    end.abort();
    await customers;
    await Promise.all(walks);
    await readers.done;
    await settle(shop);
    const { wrong, counts } = audit(shop, buyers);
    const stored = shop.withRecords((db) => countWhere(db, onHoldSubmissions, undefined));
    console.table(rows);
    console.log({ upgrades: UPGRADES, ...counts, reads: readers.counts, forms, stored });
    expect(wrong).toEqual([]);
    expect(stored).toBe(forms.sent);
    expect(readers.counts.failed).toEqual([]);
    const [early = 0, late = 0] = [watch.memories[1], watch.memories.at(-1)];
    expect(late).toBeLessThan(early * 1.2);
  },
  3 * HOUR_MS,
);

/** A restart, as `systemctl restart` does it after a build. Meanwhile, the clock moves on by a part of a week. */
async function upgrade(shop: LiveShop): Promise<void> {
  await shop.close('SIGTERM');
  shop.withRecords((db) => passTime(db, PASSED_MS / UPGRADES));
  await shop.open(null, { METRICS_TOKEN: TOKEN });
}

/** The kernel refuses every write of the process to a file, with the error EFBIG. */
async function fillDisk(shop: LiveShop): Promise<void> {
  const limit = async (size: string) =>
    expect(spawnSync('prlimit', ['--pid', String(await shop.pid()), `--fsize=${size}`]).status).toBe(0);
  await delay(5_000);
  await limit('0:unlimited');
  await delay(15_000);
  await limit('unlimited:unlimited');
}

async function breakProviders({ stripe, paypal }: LiveShop): Promise<void> {
  for (const { faults } of [stripe, paypal]) faults.byChance(1, 1, ['broken']);
  await delay(40_000);
  for (const { faults } of [stripe, paypal]) faults.calm();
  // The next call after the pause shows that the provider is back.
  await delay(45_000);
}

async function breakEmail({ dataDir }: LiveShop): Promise<void> {
  const folder = join(dataDir, 'mail');
  renameSync(folder, `${folder}-away`);
  writeFileSync(folder, '');
  await delay(30_000);
  rmSync(folder);
  renameSync(`${folder}-away`, folder);
  await delay(30_000);
}

async function cutPower(shop: LiveShop, when: 'before' | 'after'): Promise<void> {
  await shop.close('SIGTERM');
  const running = await shop.open(preload, { METRICS_TOKEN: TOKEN, KILL_AT_COMMIT: `${when} 40` });
  expect((await running.ended).signal).toBe('SIGKILL');
  await shop.open(null, { METRICS_TOKEN: TOKEN });
}

/** Starts a second shop on a damaged copy of the database, and returns what it says when it refuses. */
async function refuseCopy(shop: LiveShop, damage: (file: string) => void): Promise<string> {
  const dataDir = join(tempFolder(), 'data');
  const file = join(dataDir, 'northlight.db');
  mkdirSync(dataDir);
  shop.withRecords((db) => db.$client.prepare('VACUUM INTO ?').run(file));
  copyFileSync(file, `${file}.whole`);
  damage(file);
  const refused = await startShopProcess({ DATA_DIR: dataDir, PORT: '0', PAYMENTS: 'demo' });
  const { code } = await refused.ended;
  expect(code).toBe(1);
  expect(refused.said()).toMatch(/damaged/);
  return refused.said().trim().slice(0, 120);
}

function corruptPage(file: string): void {
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.length / 4_096 / 2);
  bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096);
  writeFileSync(file, bytes);
}

function cutOff(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
}

/** Sends the on-hold form for the buyer's order until it is accepted. */
async function fillForm(shop: LiveShop, { told, draft }: Buyer, forms: { sent: number; refused: number }) {
  const { orderNumber, intakeKey: orderKey } = told.at(-1) ?? {};
  if (!orderNumber || !draft.serviceTypes.includes('onhold')) return;
  const body = JSON.stringify(anOnHoldForm({ orderNumber, orderKey, email: String(draft.email) }));
  for (let tries = 0; tries < 60; tries += 1) {
    const response = await fetch(`${shop.base}/api/on-hold-audio-form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    if (response?.ok) {
      forms.sent += 1;
      return;
    }
    forms.refused += 1;
    await delay(1_000);
  }
}

/** Reads pages at a steady pace, and repeats a broken connection once, as a browser does. */
function startReaders(base: string, signal: AbortSignal) {
  const counts = { reads: 0, repeated: 0, slowestMs: 0, failed: [] as string[] };
  const read = async (path: string): Promise<void> => {
    const startedAt = performance.now();
    counts.reads += 1;
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        const response = await fetch(base + path, { headers: { connection: 'close' } });
        const body = await response.text();
        if (response.status === 200 && body.length > 0) {
          counts.slowestMs = Math.max(counts.slowestMs, Math.round(performance.now() - startedAt));
          return;
        }
        counts.failed.push(`${path} ${response.status}`);
        return;
      } catch (error) {
        if (tries === 1) counts.failed.push(`${path} ${String(error)}`);
        else counts.repeated += 1;
      }
    }
  };
  const done = (async () => {
    for (let nth = 0; !signal.aborted; nth += 1) {
      void read(PAGES[nth % PAGES.length] ?? '/');
      await delay(1_000 / READERS_PER_SECOND);
    }
    await delay(2_000);
  })();
  return { counts, done };
}

/** Reads the metrics every second, and notes which alarms are on. */
function startWatch(base: string, signal: AbortSignal) {
  let seconds: Record<string, number> = {};
  let on: string[] = [];
  let megabytes = 0;
  const memories: number[] = [];
  void (async () => {
    while (!signal.aborted) {
      const metrics = await readMetrics(base).catch(() => null);
      if (metrics) {
        on = Object.entries(ALARMS).flatMap(([name, isOn]) => (isOn(metrics) ? [name] : []));
        for (const name of on) seconds[name] = (seconds[name] ?? 0) + 1;
        megabytes = Math.max(megabytes, Math.round((metrics['process_resident_memory_bytes'] ?? 0) / 1e6));
      }
      await delay(1_000);
    }
  })();
  return {
    begin: () => {
      seconds = {};
      megabytes = 0;
    },
    raised: () => Object.keys(seconds),
    uncleared: () => on,
    summary: () =>
      Object.entries(seconds)
        .map(([name, count]) => `${name} (${count} s)`)
        .join(', '),
    memory: () => {
      memories.push(megabytes);
      return megabytes;
    },
    memories,
  };
}

async function readMetrics(base: string): Promise<Metrics> {
  const response = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
