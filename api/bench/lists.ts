/**
 * `node bench/lists.ts [ROWS]`, the second part of `pnpm bench`: times the administrator's lists, searches,
 * and CSV export over HTTP. It compares a shop with ROWS orders and forms to a small one in the same run.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seedShop } from '../src/commands/seed-shop.ts';
import { openDatabase } from '../src/db/client.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { openOffice, type Office } from './office.ts';
import { printTable } from './print-table.ts';
import { newDataDir, startServer } from './server-process.ts';

const SMALL = 1_000;
const large = Number(process.argv[2] ?? 100_000);
const ROUNDS = 60;
const SEARCHES = [
  'marlow',
  'quintero',
  'bicyc',
  'ield',
  'zoe',
  'harbor',
  '@riverside',
  '555',
  'ORD-1',
  '10500',
  'lantern velvet',
  'calloway bakery',
  'xylophone',
  'window winter',
  'ada',
  'northfield.example',
  'smith',
  'ca',
  'timber',
  'salon',
];
const FILTERS = [
  'service=website',
  'service=voice',
  'service=onhold',
  'payment=pending',
  'payment=completed',
  'form=waiting',
  'form=complete',
  'work=new',
  'work=delivered',
  'service=voice&payment=pending',
  'service=onhold&form=waiting',
  'sort=oldest',
  'sort=highest',
  'sort=lowest',
  'sort=business',
];

type Timing = { p50: number; p95: number };

const small = await measure(SMALL);
const big = await measure(large);
printTable([
  ['Over HTTP, ms', `p50 of ${large}`, 'p95', `p50 of ${SMALL}`, 'p95', 'ratio of p50'],
  ...Object.entries(big.timings).map(([name, { p50, p95 }]) => {
    const other = small.timings[name] ?? { p50: NaN, p95: NaN };
    return [
      name,
      p50.toFixed(2),
      p95.toFixed(2),
      other.p50.toFixed(2),
      other.p95.toFixed(2),
      (p50 / other.p50).toFixed(2),
    ];
  }),
]);
printTable([
  ['CSV of all orders', 'rows', 'seconds', 'memory grows by, MB', 'orders taken meanwhile'],
  ...[small, big].map(({ csv }) => [
    '',
    String(csv.rows),
    csv.seconds.toFixed(1),
    csv.grownMb.toFixed(0),
    String(csv.orders),
  ]),
]);

async function measure(rows: number) {
  const dataDir = newDataDir();
  const db = openDatabase(join(dataDir, 'northlight.db'));
  migrateDatabase(db);
  await seedShop(db, rows, new Date(), (done) => {
    if (done % 20_000 === 0) console.error(`seeded ${done} of ${rows}`);
  });
  db.$client.close();
  const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
  const server = await startServer(main, '/api/health', { dataDir });
  const office = await openOffice(server.base);
  const timings = {
    'first page': await time(office, () => ''),
    'a filter or sort': await time(office, (round) => FILTERS[round % FILTERS.length] ?? ''),
    'the page before the last': await time(office, () => `cursor=${Math.floor(rows / 100)}`),
    'a page in the middle, filtered': await time(
      office,
      () => `cursor=${Math.floor(rows / 2)}&payment=completed`,
    ),
    'a search': await time(
      office,
      (round) => `q=${encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '')}`,
    ),
    'a search, filtered': await time(
      office,
      (round) => `q=${encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '')}&service=voice`,
    ),
    'voice forms, first page': await time(office, () => '', '/api/json/voice-agent-submissions'),
    'voice forms, a search': await time(
      office,
      (round) => `q=${encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '')}`,
      '/api/json/voice-agent-submissions',
    ),
  } satisfies Record<string, Timing> as Record<string, Timing>;
  const csv = await measureCsv(office, server.memoryMb);
  await server.stop();
  return { timings, csv };
}

async function time(
  office: Office,
  query: (round: number) => string,
  path = '/api/json/orders',
): Promise<Timing> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await office.get(`${path}?${query(round)}`);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Buyers keep placing orders while the file streams. */
async function measureCsv(office: Office, memoryMb: () => number) {
  const before = memoryMb();
  const startedAt = performance.now();
  let highest = before;
  const reading = new AbortController();
  let orders = 0;
  const buying = (async () => {
    while (!reading.signal.aborted) {
      await office.buy();
      orders += 1;
      highest = Math.max(highest, memoryMb());
    }
  })();
  const rows = await office.countLines('/api/json/orders.csv');
  const seconds = (performance.now() - startedAt) / 1_000;
  reading.abort();
  await buying;
  return { rows, seconds, orders, grownMb: highest - before };
}
