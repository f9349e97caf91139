/**
 * `pnpm lighthouse [PATH...] [--runs=5] [--write]`: Lighthouse on the built site and the checkout's response to input,
 * as tables; `--write` puts the tables into docs/performance.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { FORM_PAGES, SALES_PAGES } from '../../e2e/support/public-pages.ts';
import { serveSite, type Served } from '../../e2e/support/own-server.ts';
import { interactionTable, measureInteractions, type Interactions } from './interactions.ts';
import { measure, type Visit } from './measure.ts';
import { medianOf, replaceTable, toMarkdown, type Row } from './table.ts';

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<meta name="description" content="An empty page."><link rel="icon" href="data:,"><title>Empty</title><main>Empty</main>';

/** A nearly empty page, to measure the overhead of the machine and the tool. */
async function serveEmptyPage(): Promise<Pick<Served, 'origin' | 'stop'>> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/' ? 200 : 404;
    response.setHeader('Content-Type', 'text/html').end(HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { origin: `http://localhost:${port}`, stop };
}

/** Every public page. Pages with several addresses and the ten video addresses are the same HTML or nearly so. */
const PAGES = [
  ...SALES_PAGES,
  ...FORM_PAGES,
  '/thank-you',
  '/order',
  '/form-thank-you',
  '/stop-reminders',
  '/voice-agent-video',
  '/plain-video',
  '/download-video',
  '/iframe-video',
  '/youtube-video',
];
/** Below this, Lighthouse warns that the machine distorts the results. */
const MIN_BENCHMARK = 1_000;
/** On a shared machine, up to this many times the requested visits are made, and the least disturbed ones count. */
const MAX_VISITS_FACTOR = 3;
const report = new URL('../../../docs/performance.md', import.meta.url);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs % 2 !== 1)
  throw new Error('--runs must be an odd number, so that one is in the middle.');

async function rowOf(page: string, url: string): Promise<Row> {
  const visits: Visit[] = [];
  const isEnough = () => visits.filter(({ machine }) => machine >= MIN_BENCHMARK).length >= runs;
  for (let tries = 0; tries < runs * MAX_VISITS_FACTOR && !isEnough(); tries += 1) {
    try {
      visits.push(await measure(url));
    } catch (error) {
      // A busy machine sometimes loses a trace. The remaining visits count.
      console.log(error instanceof Error ? error.message : error);
    }
  }
  const calmest = visits.toSorted((a, b) => b.machine - a.machine).slice(0, runs);
  const figures = calmest.map((visit) => `${visit.performance} (machine ${visit.machine})`);
  console.log(`${page}: performance ${figures.join(', ')}; ${visits.length} visits`);
  for (const title of new Set(calmest.flatMap((visit) => visit.failed))) console.log(`  ${title}`);
  return { page, ...medianOf(calmest) };
}

const [empty, site] = await Promise.all([serveEmptyPage(), serveSite()]);
try {
  const rows = [await rowOf('an empty page, same sitting', empty.origin)];
  for (const page of positionals.length > 0 ? positionals : PAGES) {
    const url = `${site.origin}${page}`;
    if ((await fetch(url)).status === 404) console.log(`${page}: not found, skipped`);
    else rows.push(await rowOf(page, url));
  }
  const tables: Record<string, string> = { pages: toMarkdown(rows) };
  if (positionals.length === 0) {
    const visits: Interactions[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await measureInteractions(site.origin));
    tables['steps'] = interactionTable(visits);
  }
  for (const [name, table] of Object.entries(tables)) {
    console.log(`\n${table}`);
    if (values.write) writeFileSync(report, replaceTable(readFileSync(report, 'utf8'), name, table));
  }
} finally {
  await Promise.all([empty.stop(), site.stop()]);
}
