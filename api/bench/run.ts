/**
 * `pnpm bench`: measures completed orders per second, memory, and start time, and compares them to a baseline
 * from the same run.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Load } from './load.ts';
import { printTable } from './print-table.ts';
import { CLIENT_CORE, onCore, SERVER_CORE, startServer, type Bench } from './server-process.ts';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SECONDS = '5';

const bare = Number(node(SERVER_CORE, [file('bare.ts')]));
const floorStarts = await starts(file('baseline-server.ts'), '/');
const floorServer = await startServer(file('baseline-server.ts'), '/');
const floorIdleMb = await atRest(floorServer);
const floor = load(floorServer.base, '16', 'floor');
await floorServer.stop();

const shopStarts = await starts(file('../src/main.js'), '/api/health');
const shop = await startServer(file('../src/main.js'), '/api/health');
const idleMb = await atRest(shop);
const one = load(shop.base, '1', 'shop');
const sixteen = load(shop.base, '16', 'shop');
const loadedMb = shop.memoryMb();
await shop.stop();

printTable([
  ['Completed orders', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'of the Koa floor'],
  row('Northlight, 1 client', one),
  row('Northlight, 16 clients', sixteen),
  row('Floor: the order alone behind one Koa POST, 16 clients', floor),
  ['Floor: the order alone in bare SQLite', bare.toFixed(0), '', '', '', ratio(bare / floor.perSecond)],
]);
printTable([
  ['Process', 'Northlight', 'Koa floor', 'ratio'],
  [
    'Start to first answer, ms',
    median(shopStarts).toFixed(0),
    median(floorStarts).toFixed(0),
    ratio(median(shopStarts) / median(floorStarts)),
  ],
  ['Memory at rest, MB', idleMb.toFixed(0), floorIdleMb.toFixed(0), ratio(idleMb / floorIdleMb)],
  ['Memory after the load, MB', loadedMb.toFixed(0), '', ''],
]);

/** Waits a few seconds so that memory used only at startup is released. */
async function atRest(server: Bench): Promise<number> {
  await delay(3_000);
  return server.memoryMb();
}

async function starts(script: string, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < 6; index += 1) {
    const server = await startServer(script, path);
    times.push(server.startMs);
    await server.stop();
  }
  // The first start fills the compile cache, and later starts use it.
  return times.slice(1);
}

function load(base: string, clients: string, scenario: string): Load {
  return JSON.parse(node(CLIENT_CORE, [file('load.ts'), base, clients, SECONDS, scenario]));
}

function node(core: string, args: string[]): string {
  return execFileSync(...onCore(core, [process.execPath, ...args]), { encoding: 'utf8' });
}

function row(name: string, { perSecond, p50, p95, p99 }: Load): string[] {
  return [
    name,
    perSecond.toFixed(0),
    p50.toFixed(1),
    p95.toFixed(1),
    p99.toFixed(1),
    ratio(perSecond / floor.perSecond),
  ];
}

function ratio(value: number): string {
  return value.toFixed(2);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
