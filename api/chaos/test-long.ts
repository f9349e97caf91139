/**
 * `pnpm test:long [--minutes N]`: does in full what `pnpm test` does a tenth of, then plants bugs. With a limit, it ends
 * there, and begins each day about where it ended the day before. Fails if a part failed, not if one was cut off.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const DAY_MS = 24 * 60 * 60_000;
/** About as many as fit what CI leaves of twelve minutes. */
const PARTS_A_DAY = 7;
const { values } = parseArgs({ options: { minutes: { type: 'string', default: 'Infinity' } } });
const end = Date.now() + Number(values.minutes) * 60_000;

/** Tests that ask whether everything is to be done, or are only done here. */
const files = globSync(
  [
    '{api,site,shared,admin-desktop}/**/*.test.{ts,tsx}',
    '{site,admin-desktop}/e2e/**/*.{e2e,live,firefox,webkit}.ts',
  ],
  {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  },
).filter((file) =>
  /from '.*\/fixtures\/long\.ts'| @long['`]|tags?: \['@?long'\]/.test(readFileSync(join(ROOT, file), 'utf8')),
);
const isInBrowser = (file: string) => file.includes('/e2e/');
const parts = [
  ...files.filter((file) => !isInBrowser(file)).map((file) => ['exec', 'vitest', 'run', file]),
  ...files.filter(isInBrowser).map((file) => ['--filter', 'site', 'e2e', file.replace(/.*\/e2e\//, '')]),
  ...globSync('deploy/machine/*.machine.ts', { cwd: ROOT })
    .map((file) => basename(file, '.machine.ts'))
    .flatMap((name) => ['12', '13'].map((debian) => ['test:machine', name, '--debian', debian])),
  ['planted-bugs'],
  ['lighthouse'],
];
const first = Number.isFinite(end) ? (Math.floor(Date.now() / DAY_MS) * PARTS_A_DAY) % parts.length : 0;
const results: [string, string][] = [];
for (const part of [...parts.slice(first), ...parts.slice(0, first)]) {
  const result = Date.now() < end ? await run(part) : 'not begun';
  results.push([part.slice(-3).join(' '), result]);
}
console.table(Object.fromEntries(results.toSorted()));
if (results.some(([, result]) => result === 'failed')) process.exitCode = 1;

function run(part: readonly string[]): Promise<'passed' | 'failed' | 'cut off'> {
  console.log(`\n${part.join(' ')}`);
  const child = spawn('npx', ['--yes', 'pnpm@12', ...part], {
    cwd: ROOT,
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, LONG: '1' },
  });
  let isCutOff = false;
  const limit = Number.isFinite(end) ? setTimeout(stop, end - Date.now()) : undefined;
  return new Promise((done) => {
    child.once('close', (code) => {
      clearTimeout(limit);
      done(isCutOff ? 'cut off' : code === 0 ? 'passed' : 'failed');
    });
  });

  /** Its servers and browsers, too. */
  function stop(): void {
    isCutOff = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
}
