/**
 * `pnpm planted-bugs [WORD]`: plants each bug of the list, or those that contain the word, in a copy of the shop, and
 * names those that no test notices. Fails if that are more than 5%. About fifteen minutes.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { BUGS, type Bug } from './bugs.ts';
import { keep } from './report.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Whatever is not needed, and packages: they are linked. */
const NOT_COPIED = new Set(['.cache', '.git', 'data', 'dist', 'out']);
const MOST_SURVIVORS = 0.05;
/** A busy machine must not look like a bug. */
const TEST_MS = 60_000;
/** A bug that makes a run hang was noticed. */
const RUN_MS = 10 * TEST_MS;

const [word = ''] = process.argv.slice(2);
const bugs = BUGS.filter(({ what }) => what.includes(word));
const copy = mkdtempSync(join(tmpdir(), 'planted-bugs-'));
try {
  copyShop();
  const tests = [...new Set(bugs.flatMap((bug) => bug.tests))];
  if (tests.length === 0) throw new Error(`No bug contains "${word}".`);
  const failure = firstFailure(tests);
  if (failure !== null) throw new Error(`The tests fail without a bug, too: ${failure}`);
  const results = bugs.map((bug) => ({ file: bug.file, what: bug.what, isNoticed: isNoticed(bug) }));
  keep(results);
  const survivors = results.filter((bug) => !bug.isNoticed);
  console.log(`\n${bugs.length - survivors.length} of ${bugs.length} bugs were noticed.`);
  for (const { what, file } of survivors) console.log(`Not noticed: ${what} (${file})`);
  if (survivors.length > bugs.length * MOST_SURVIVORS) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function copyShop(): void {
  const packages = join(ROOT, 'node_modules');
  const isCopied = (path: string) => path !== packages && !NOT_COPIED.has(basename(path));
  cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  symlinkSync(packages, join(copy, 'node_modules'), 'junction');
}

function isNoticed({ what, file, from, to = '', tests }: Bug): boolean {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const failure = firstFailure(tests);
  writeFileSync(path, source);
  console.log(failure === null ? `NOT NOTICED  ${what}` : `noticed      ${what}\n             by ${failure}`);
  return failure !== null;
}

/** The first test that fails, or null. Only tests that `pnpm test` runs: it must notice. */
function firstFailure(tests: readonly string[]): string | null {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'api', '--bail', '1', '--testTimeout', String(TEST_MS), ...tests],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', LONG: '' }, timeout: RUN_MS },
  );
  if (status === 0) return null;
  const output = stdout + stderr;
  return /^ *FAIL +(.*)$/m.exec(output)?.[1] ?? (status === null ? 'a test that hangs' : output.slice(-500));
}
