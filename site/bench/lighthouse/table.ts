/** The result of one run: scores from 0 to 100, times in ms, transfer in KB of 1000 bytes. */
export type Measured = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  transfer: number;
};

export type Row = { page: string } & Measured;

/** The median of each figure separately, because no single run has them all. Expects at least one run. */
export function medianOf(runs: readonly Measured[]): Measured {
  const [first] = runs;
  if (!first) throw new Error('There is no median of nothing.');
  const middle = (key: keyof Measured) =>
    runs.map((run) => run[key]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? first[key];
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    blocking: middle('blocking'),
    shift: middle('shift'),
    transfer: middle('transfer'),
  };
}

export function toMarkdown(rows: readonly Row[]): string {
  return [
    '| Page | performance / accessibility / best practices / SEO | first paint ms | largest paint ms | blocking ms | shift | KB in all |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.page} | ${row.performance} / ${row.accessibility} / ${row.bestPractices} / ${row.seo} ` +
        `| ${Math.round(row.firstPaint)} | ${Math.round(row.largestPaint)} | ${Math.round(row.blocking)} ` +
        `| ${Number(row.shift.toFixed(4))} | ${Math.round(row.transfer)} |`,
    ),
  ].join('\n');
}

const END = '<!-- to here -->';

/** Replaces a table in the document. Throws when its markers are missing. */
export function replaceTable(document: string, name: string, table: string): string {
  const marker = `<!-- ${name}, written by pnpm lighthouse --write -->`;
  const start = document.indexOf(marker);
  const end = document.indexOf(END, start);
  if (start < 0 || end < start) throw new Error(`The document has no place between ${marker} and ${END}.`);
  return `${document.slice(0, start)}${marker}\n\n${table}\n\n${document.slice(end)}`;
}
