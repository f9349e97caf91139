/** One report of all planted bugs: those of our list and those that Stryker makes, as far as both have run. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dirname, '../../../.cache');
const BY_HAND = join(CACHE, 'planted-bugs.json');
const BY_STRYKER = join(CACHE, 'mutations.json');
const REPORT = join(CACHE, 'bugs.md');

export type Planted = { file: string; what: string; isNoticed: boolean };
/** The part of Stryker's report that is read here. */
export type Mutations = {
  files: Record<
    string,
    {
      mutants: {
        mutatorName: string;
        status: string;
        replacement?: string;
        location: { start: { line: number } };
      }[];
    }
  >;
};

const NOTICED = new Set(['Killed', 'Timeout']);
const NOT_NOTICED = new Set(['Survived', 'NoCoverage']);

/** A mutation that did not compile, or is ignored, says nothing about the tests. */
export function fromStryker({ files }: Mutations): Planted[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => NOTICED.has(status) || NOT_NOTICED.has(status))
      .map(({ mutatorName, status, replacement = '', location }) => ({
        file,
        what: `line ${location.start.line}: ${mutatorName} \`${replacement.replaceAll(/\s+/g, ' ').slice(0, 60)}\``,
        isNoticed: NOTICED.has(status),
      })),
  );
}

/** In Markdown: how many bugs of each file the tests noticed, the worst first, and all that they did not notice. */
export function reportOf(byHand: readonly Planted[], byStryker: readonly Planted[]): string {
  const all = [...byHand, ...byStryker];
  const missed = all.filter(({ isNoticed }) => !isNoticed);
  const count = (of: readonly Planted[], file: string) => {
    const own = of.filter((one) => one.file === file);
    return { own: own.length, noticed: own.filter(({ isNoticed }) => isNoticed).length };
  };
  const missedIn = (file: string) => missed.filter((one) => one.file === file);
  const files = [...new Set(all.map(({ file }) => file))].toSorted(
    (a, b) => missedIn(b).length - missedIn(a).length || a.localeCompare(b),
  );
  const cell = ({ own, noticed }: { own: number; noticed: number }) => (own ? `${noticed} of ${own}` : '');
  return [
    `The tests noticed ${all.length - missed.length} of ${all.length} planted bugs.`,
    '',
    '| File | Of our list | Of Stryker |',
    '| --- | --- | --- |',
    ...files.map((file) => `| ${file} | ${cell(count(byHand, file))} | ${cell(count(byStryker, file))} |`),
    ...files.flatMap((file) => {
      const own = missedIn(file);
      return own.length ? ['', `Not noticed in ${file}:`, '', ...own.map(({ what }) => `- ${what}`)] : [];
    }),
    '',
  ].join('\n');
}

const read = <Content>(file: string, otherwise: Content): Content =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise;

/** Keeps the results of a run by hand; those of bugs that it did not plant stay. Then writes the report. */
export function keep(results: readonly Planted[] = []): void {
  mkdirSync(dirname(REPORT), { recursive: true });
  const planted = new Set(results.map(({ what }) => what));
  const kept = read<Planted[]>(BY_HAND, []).filter(({ what }) => !planted.has(what));
  const byHand = [...kept, ...results];
  writeFileSync(BY_HAND, JSON.stringify(byHand));
  writeFileSync(REPORT, reportOf(byHand, fromStryker(read<Mutations>(BY_STRYKER, { files: {} }))));
  console.log(`All planted bugs, also those of other runs: ${REPORT}`);
}

if (import.meta.main) keep();
