/**
 * `node bench/lists.ts [ORDERS] [FOLDER]`, the second part of `pnpm bench`: times the dashboard's overview,
 * lists, searches, and CSV export over HTTP. It compares a large shop to one with 10,000 orders in the same
 * run. FOLDER keeps the shops for the next run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { recordAmounts } from '../src/db/invoice-amounts.ts';
import { openShopDatabase } from '../src/operations/open-database.ts';
import { openOffice } from './office.ts';
import { printTable } from './figures.ts';
import { seededShop } from './seeded-shop.ts';
import { file, startServer } from './server-process.ts';

const SMALL = 10_000;
const [, , wanted = '100000', folder] = process.argv;
const large = Number(wanted);
const ROUNDS = 60;
const INVOICES = 5_000;
const BUYING_MS = 60_000;
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
  'sourdough oven',
  'calloway bakery',
  'xylophone',
  'snow removal',
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
  'sort=due',
  'sort=highest',
  'sort=lowest',
  'sort=business',
];

/** Filters with another order than by arrival. */
const SORTED = [
  'payment=completed&sort=highest',
  'payment=pending&sort=business',
  'work=delivered&sort=lowest',
  'work=new&sort=highest',
  'work=in-progress&sort=due',
  'form=waiting&sort=business',
];

const search = (round: number): string => `q=${encodeURIComponent(SEARCHES[round % SEARCHES.length] ?? '')}`;

const LAST_MONTH = new Date(Date.now() - 30 * 24 * 60 * 60_000).toISOString().slice(0, 7);
const YEAR = LAST_MONTH.slice(0, 4);

type Call = {
  path?: string;
  query?: (round: number, rows: number) => string;
  /** Whether somebody buys right before. */
  isAfterOrder?: boolean;
};

const CALLS: Record<string, Call> = {
  'the overview': { path: 'overview' },
  'the overview, right after an order': { path: 'overview', isAfterOrder: true },
  'first page': {},
  'first page, right after an order': { isAfterOrder: true },
  'a filter or sort': { query: (round) => FILTERS[round % FILTERS.length] ?? '' },
  'by due time': { query: () => 'sort=due' },
  'a filter with another sort': { query: (round) => SORTED[round % SORTED.length] ?? '' },
  'the page before the last': { query: (_round, rows) => `cursor=${Math.floor(rows / 100)}` },
  'a page in the middle, filtered': {
    query: (_round, rows) => `cursor=${Math.floor(rows / 2)}&payment=completed`,
  },
  'a search': { query: search },
  'a search, filtered': { query: (round) => `${search(round)}&service=voice` },
  'voice forms, first page': { path: 'voice-agent-submissions' },
  'voice forms, a search': { path: 'voice-agent-submissions', query: search },
  'recurring payments': { path: 'recurring' },
  'an order': { path: 'cases/ORD-10500' },
  'customers, last contact first': { path: 'customers' },
  'customers, highest paid first': { path: 'customers', query: () => 'sort=highest' },
  'customers with open orders': { path: 'customers', query: () => 'has=open&sort=name' },
  'customers, a search': { path: 'customers', query: search },
  'a customer': { path: 'customers/500' },
  'books, last month': { path: 'invoices', query: () => `month=${LAST_MONTH}` },
  'sales tax, the year': { path: 'taxes', query: () => `from=${YEAR}-01&to=${YEAR}-12` },
};

const shops = [await openShop(large), await openShop(SMALL)];
const timed: string[][] = [];
for (const [name, call] of Object.entries(CALLS)) timed.push(await timeInTurn(name, call));
printTable([['Over HTTP, ms', `p50 of ${large}`, 'p95', `p50 of ${SMALL}`, 'p95', 'ratio of p50'], ...timed]);
for (const { rows, seedSeconds } of shops)
  if (seedSeconds !== null) console.log(`Seeding ${rows} orders took ${seedSeconds.toFixed(1)} seconds.\n`);
const csvRows: string[][] = [];
for (const shop of shops) csvRows.push(await measureFile(shop, '/api/json/orders.csv'));
printTable([
  ['CSV of all orders', 'rows', 'seconds', 'memory grows by, MB', 'orders taken meanwhile'],
  ...csvRows,
]);
for (const shop of shops.slice(0, 1))
  printTable([
    [`${INVOICES} invoices as PDFs`, 'seconds', 'MB', 'memory grows by, MB', 'orders', 'p50 ms', 'p95 ms'],
    ...(await measureArchive(shop)),
  ]);
for (const { server, isKept } of shops) await server.stop(isKept);

async function openShop(rows: number) {
  const { dataDir, seconds: seedSeconds, isKept } = await seededShop(rows, folder);
  giveInvoices(dataDir);
  const server = await startServer(file('../dist/main.js'), '/api/health', { dataDir });
  return { rows, seedSeconds, isKept, server, office: await openOffice(server.base) };
}

/** Sample orders have few invoices. Gives last month those of 5,000 orders. */
function giveInvoices(dataDir: string): void {
  const db = openShopDatabase({ dataDir });
  db.$client
    .prepare(
      `INSERT INTO invoices (number, order_id, refunded_cents, created_at) SELECT 5000000 + id, id, 0, ? FROM orders
        WHERE NOT EXISTS (SELECT 1 FROM invoices WHERE number > 5000000) AND payment_status = 'completed' AND initial_payment_cents > 0
          AND NOT EXISTS (SELECT 1 FROM invoices WHERE order_id = orders.id) LIMIT ${INVOICES}`,
    )
    .run(Date.parse(`${LAST_MONTH}-15T12:00:00Z`));
  recordAmounts(db);
  db.$client.close();
}

/** Asks the two shops in turn, so a busy moment of the machine slows down both. */
async function timeInTurn(name: string, { path = 'orders', query, isAfterOrder }: Call): Promise<string[]> {
  const times = shops.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { office, rows }] of shops.entries()) {
      if (isAfterOrder) await office.buy();
      const startedAt = performance.now();
      await office.get(`/api/json/${path}?${query?.(round, rows) ?? ''}`);
      times[index]?.push(performance.now() - startedAt);
    }
  }
  const [big, small] = times.map((all) => {
    all.sort((a, b) => a - b);
    return { p50: all[Math.floor(all.length * 0.5)] ?? NaN, p95: all[Math.floor(all.length * 0.95)] ?? NaN };
  });
  if (!big || !small) throw new Error('There are two shops.');
  const figures = [big.p50, big.p95, small.p50, small.p95, big.p50 / small.p50];
  return [name, ...figures.map((figure) => figure.toFixed(2))];
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Places orders until the work is done, if there are buyers, and returns how long each took. */
async function during<Result>({ office, server }: Shop, hasBuyers: boolean, work: Promise<Result>) {
  const before = server.memoryMb();
  const startedAt = performance.now();
  const over = new AbortController();
  const end = () => over.abort();
  work.then(end, end);
  const times: number[] = [];
  let highest = before;
  while (!over.signal.aborted) {
    const boughtAt = performance.now();
    await (hasBuyers ? office.buy() : delay(20));
    times.push(performance.now() - boughtAt);
    highest = Math.max(highest, server.memoryMb());
  }
  const result = await work;
  const seconds = (performance.now() - startedAt) / 1_000;
  return { result, seconds, times: hasBuyers ? times.toSorted((a, b) => a - b) : [], mb: highest - before };
}

async function measureFile(shop: Shop, path: string): Promise<string[]> {
  const { result, seconds, times, mb } = await during(shop, true, shop.office.readFile(path));
  return ['', result.lines, seconds.toFixed(1), mb.toFixed(0), times.length].map(String);
}

/** A buyer alone, whose orders make the server grow, then the archive alone, then both. */
async function measureArchive(shop: Shop): Promise<string[][]> {
  const archive = () => shop.office.readFile(`/api/json/invoices.zip?month=${LAST_MONTH}`);
  const without = await during(shop, true, delay(BUYING_MS, { bytes: 0 }));
  const alone = await during(shop, false, archive());
  const bought = await during(shop, true, archive());
  return Object.entries({
    'no archive, somebody orders': without,
    'nobody orders': alone,
    'somebody orders all the time': bought,
  }).map(([name, { result, seconds, times, mb }]) => [
    name,
    result.bytes > 0 ? seconds.toFixed(0) : '',
    result.bytes > 0 ? (result.bytes / 1e6).toFixed(0) : '',
    mb.toFixed(0),
    ...(times.length > 0
      ? [times.length, ...[0.5, 0.95].map((at) => times[Math.floor(times.length * at)]?.toFixed(1))]
      : ['', '', '']
    ).map(String),
  ]);
}
