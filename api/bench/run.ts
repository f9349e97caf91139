/**
 * `node bench/run.ts [--against COMMIT]`, the first part of `pnpm bench`: measures completed orders, home pages,
 * start, and memory, next to baselines and, if asked, another commit in the same sitting.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkOut } from './at-commit.ts';
import type { Load } from './load.ts';
import { median, printTable } from './figures.ts';
import {
  CLIENT_CORE,
  file,
  newDataDir,
  onCore,
  orderAtOnce,
  SERVER_CORE,
  startServer,
} from './server-process.ts';

const { values: given } = parseArgs({ options: { against: { type: 'string' } } });
const ROUNDS = 3;
const SECONDS = 6;
const STARTS = 6;
const METRICS_TOKEN = 'only for this bench';
const ratio = (value: number): string => value.toFixed(2);
const siteBuilds = file('../../site/dist');
const HOME = join(siteBuilds, readFileSync(join(siteBuilds, 'current'), 'utf8').trim(), 'index.html.br');

type Subject = { name: string; script: string; path: string };
type Figures = { one: Load[]; sixteen: Load[]; pages: number[]; commits: number[]; loadedMb: number[] };

const other = given.against === undefined ? null : checkOut(given.against);
const baseline: Subject = {
  name: 'Koa baseline',
  script: file('baseline-server.ts'),
  path: '/',
};
const shop: Subject = {
  name: 'Northlight',
  script: file('../dist/main.js'),
  path: '/api/health',
};
const subjects = [
  baseline,
  shop,
  ...(other ? [{ ...shop, name: `At ${given.against}`, script: other.main }] : []),
];
const figures = new Map(subjects.map((subject) => [subject, emptyFigures()]));

try {
  // In turns, because the machine may be slower a minute later.
  for (let round = 0; round < ROUNDS; round += 1) for (const subject of subjects) await measure(subject);
  const bare = Number(node(SERVER_CORE, [file('bare.ts')]));
  printOrders(bare);
  printPages();
  await printProcesses();
} finally {
  other?.remove();
}

function emptyFigures(): Figures {
  return { one: [], sixteen: [], pages: [], commits: [], loadedMb: [] };
}

async function measure(subject: Subject): Promise<void> {
  const found = figuresOf(subject);
  const { script, path } = subject;
  const server = await startServer(script, path, { PAGE: HOME, METRICS_TOKEN });
  await commitsOf(server.base);
  const one = orderAtOnce(server, 1, SECONDS);
  const commits = await commitsOf(server.base);
  if (commits !== null) found.commits.push(commits / one.placed);
  found.one.push(one);
  found.sixteen.push(orderAtOnce(server, 16, SECONDS));
  found.loadedMb.push(server.memoryMb());
  await server.stop();
  // A server of its own, because the outbox is still busy.
  const forPages = await startServer(script, path, { PAGE: HOME });
  found.pages.push(Number(node(CLIENT_CORE, [file('pages.ts'), forPages.base, '32', '4'])));
  await forPages.stop();
}

/** How many commits the server has made, if it says so. */
async function commitsOf(base: string): Promise<number | null> {
  // The load blocks this process. Connections that the server closed meanwhile are noticed here.
  await delay(100);
  const response = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const [, count] = /^northlight_commit_seconds_count (\d+)/m.exec(await response.text()) ?? [];
  return count === undefined ? null : Number(count);
}

function printOrders(bare: number): void {
  const baselineRate = median(figuresOf(baseline).sixteen.map(({ perSecond }) => perSecond));
  const row = (name: string, loads: readonly Load[], commits = '') => [
    name,
    median(loads.map(({ perSecond }) => perSecond)).toFixed(0),
    ...(['p50', 'p95', 'p99'] as const).map((key) => median(loads.map((one) => one[key])).toFixed(1)),
    ratio(median(loads.map(({ perSecond }) => perSecond)) / baselineRate),
    commits,
  ];
  printTable([
    [
      'Completed orders',
      'per second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'of the Koa baseline',
      'commits per order',
    ],
    ...subjects.flatMap((subject) => {
      const { one, sixteen, commits } = figuresOf(subject);
      const each = commits.length > 0 ? median(commits).toFixed(1) : '';
      return [row(`${subject.name}, 1 client`, one, each), row(`${subject.name}, 16 clients`, sixteen)];
    }),
    ['The same rows in bare SQLite', bare.toFixed(0), '', '', '', ratio(bare / baselineRate), ''],
  ]);
}

function printPages(): void {
  const baselineRate = median(figuresOf(baseline).pages);
  printTable([
    ['Home pages, 32 connections', 'per second', 'of bare Koa with the same bytes'],
    ...subjects.map((subject) => {
      const rate = median(figuresOf(subject).pages);
      return [subject.name, rate.toFixed(0), ratio(rate / baselineRate)];
    }),
  ]);
}

async function printProcesses(): Promise<void> {
  const rows: string[][] = [];
  for (const subject of subjects) {
    const dataDir = newDataDir();
    const [first, again] = [await startsOf(subject), await startsOf(subject, dataDir)];
    const { idleMb } = again;
    const { loadedMb } = figuresOf(subject);
    rows.push(
      [subject.name, first.ms, again.ms, idleMb, median(loadedMb)].map((cell) =>
        typeof cell === 'string' ? cell : cell.toFixed(0),
      ),
    );
  }
  printTable([
    ['Process', 'first start ever, ms', 'later start, ms', 'MB at rest', 'MB after the orders'],
    ...rows,
  ]);
}

/** Times starts, each with a new data folder or all with the same one. */
async function startsOf(
  { script, path }: Subject,
  dataDir?: string,
): Promise<{ ms: number; idleMb: number }> {
  const times: number[] = [];
  let idleMb = NaN;
  for (let start = 0; start < STARTS; start += 1) {
    const isLast = start === STARTS - 1;
    const server = await startServer(script, path, dataDir ? { dataDir } : {});
    times.push(server.startMs);
    // What is needed only to start is released by then.
    if (isLast) await delay(3_000);
    idleMb = server.memoryMb();
    await server.stop(dataDir !== undefined && !isLast);
  }
  // The first one fills the compile cache.
  return { ms: median(times.slice(1)), idleMb };
}

function figuresOf(subject: Subject): Figures {
  const found = figures.get(subject);
  if (!found) throw new Error(`${subject.name} is not measured.`);
  return found;
}

function node(core: string, args: string[]): string {
  return execFileSync(...onCore(core, [process.execPath, ...args]), { encoding: 'utf8' });
}
