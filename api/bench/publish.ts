/**
 * `node bench/publish.ts`, a part of `pnpm bench`: orders per second while the owner publishes one version of the shop after
 * the other, next to orders without. The build of the pages runs on the server's core, as on the smallest machine.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShopResponse } from '@northlight/shared/contracts/shop.ts';
import { shopBody } from '../test/shop/changed-shop.ts';
import type { Load } from './load.ts';
import { openOffice } from './office.ts';
import { median, printTable } from './figures.ts';
import { file, loadCommand, startServer } from './server-process.ts';

const ROUNDS = 3;
const SECONDS = 15;
const builds = file('../../site/dist');
const current = join(builds, 'current');
const before = readFileSync(current, 'utf8');
const made = new Set<string>();

const server = await startServer(file('../dist/main.js'), '/api/health');
const office = await openOffice(server.base);
let published = 0;

/** Publishes another price. Returns the seconds until buyers see it. */
async function publish(): Promise<number> {
  const startedAt = performance.now();
  const shop = (await office.read('/api/json/shop')) as ShopResponse;
  const firstPaymentCents = 15_000 + 100 * (published += 1);
  const body = shopBody(shop, { services: { website: { firstPaymentCents } } });
  const sent = await office.read('/api/json/shop', body);
  for (;;) {
    const { publishedVersion, failure } = await office.read('/api/json/shop');
    if (failure !== null) throw new Error(String(failure));
    if (publishedVersion === sent['version']) break;
    await delay(200);
  }
  made.add(readFileSync(current, 'utf8'));
  return (performance.now() - startedAt) / 1_000;
}

/** Meanwhile, versions are published. */
const orders = async (): Promise<Load> =>
  JSON.parse((await promisify(execFile)(...loadCommand(server, 16, SECONDS))).stdout);

/** Orders while there is always a version being published. */
async function ordersWhilePublishing(): Promise<Load> {
  const load = orders();
  const over = new AbortController();
  const end = () => over.abort();
  load.then(end, end);
  while (!over.signal.aborted) times.underLoad.push(await publish());
  return load;
}

const times = { alone: [] as number[], underLoad: [] as number[] };
const loads = { without: [] as Load[], publishing: [] as Load[] };
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    times.alone.push(await publish());
    loads.without.push(await orders());
    loads.publishing.push(await ordersWhilePublishing());
  }
} finally {
  await server.stop();
  // Other tests and servers of this folder have the pages from before.
  writeFileSync(current, before);
  for (const build of made)
    if (build !== before) rmSync(join(builds, build), { recursive: true, force: true });
}

const rateOf = (all: readonly Load[]) => median(all.map(({ perSecond }) => perSecond));
const row = (name: string, all: readonly Load[], seconds: readonly number[]) => [
  name,
  rateOf(all).toFixed(0),
  ...(['p50', 'p95', 'p99'] as const).map((key) => median(all.map((one) => one[key])).toFixed(1)),
  (rateOf(all) / rateOf(loads.without)).toFixed(2),
  median(seconds).toFixed(1),
];
printTable([
  ['Completed orders, 16 clients', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'ratio', 'seconds to publish'],
  row('Without publishing', loads.without, times.alone),
  row('While versions are published', loads.publishing, times.underLoad),
]);
