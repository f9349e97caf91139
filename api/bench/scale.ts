/**
 * `pnpm --filter api scale FOLDER COUNT...`: how a shop grows with its orders and forms. Seeds a shop for each
 * count in FOLDER, unless an earlier run did, then measures it. Prints the table of docs/scale.md.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openOffice, type Office } from './office.ts';
import { median, printTable } from './figures.ts';
import { seededShop } from './seeded-shop.ts';
import { file, orderAtOnce, startServer } from './server-process.ts';

const MB = 1_024 ** 2;
const ROUNDS = 30;
const STARTS = 5;
const SEARCHES = [
  'marlow',
  'bicyc',
  'zoe',
  'harbor',
  '@riverside',
  'ORD-1',
  'sourdough oven',
  'xylophone',
  'ca',
];

const [folder = '', ...counts] = process.argv.slice(2);
if (!folder || counts.length === 0)
  throw new Error('Missing folder or counts. Example: /tmp/scale 1000 100000');
const columns: string[][] = [];
for (const count of counts) columns.push(await measure(Number(count)));
const names = [
  'Orders and as many forms',
  'Database, MB',
  'Start to first response, ms',
  'Memory after the calls below, MB',
  'Overview, p50 ms',
  'First page of orders, p50 ms',
  'A search, p50 ms',
  'Completed orders per second, 16 clients',
  'Copy for a backup, seconds',
];
printTable(names.map((name, row) => [name, ...columns.map((column) => column[row] ?? '')]));

async function measure(count: number): Promise<string[]> {
  const { dataDir } = await seededShop(count, folder);
  const databaseFile = join(dataDir, 'northlight.db');
  const main = file('../dist/main.js');
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startServer(main, '/api/health', { dataDir });
    starts.push(server.startMs);
    await server.stop(true);
  }
  const sizeMb = statSync(databaseFile).size / MB;
  const server = await startServer(main, '/api/health', { dataDir });
  const office = await openOffice(server.base);
  const overview = await time(office, () => '/api/json/overview');
  const list = await time(office, () => '/api/json/orders');
  const search = await time(
    office,
    (round) => `/api/json/orders?q=${encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '')}`,
  );
  const load = orderAtOnce(server, 16, 5);
  const memoryMb = server.memoryMb();
  const copySeconds = await copy(databaseFile);
  await server.stop(true);
  return [
    count.toLocaleString('en-US'),
    sizeMb.toFixed(0),
    median(starts).toFixed(0),
    memoryMb.toFixed(0),
    overview.toFixed(1),
    list.toFixed(1),
    search.toFixed(1),
    load.perSecond.toFixed(0),
    copySeconds.toFixed(1),
  ];
}

async function time(office: Office, path: (round: number) => string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await office.get(path(round));
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** As `pnpm backup` copies, beside the running server. */
async function copy(databaseFile: string): Promise<number> {
  const target = `${databaseFile}.copy`;
  const db = new Database(databaseFile);
  const startedAt = performance.now();
  await db.backup(target, { progress: () => 0x7fffffff });
  db.close();
  rmSync(target);
  return (performance.now() - startedAt) / 1_000;
}
