/** `pnpm bench [--against COMMIT]`: every figure of docs/performance.md except those of the pages. About half an hour. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const parts = [
  [process.execPath, 'api/bench/run.ts', ...given],
  ...['publish', 'profile', 'memory', 'lists', 'emails'].map((name) => [
    process.execPath,
    `api/bench/${name}.ts`,
  ]),
  ['pnpm', '--filter', 'admin-desktop', 'bench'],
];
for (const [program = '', ...args] of parts) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = 1;
}
