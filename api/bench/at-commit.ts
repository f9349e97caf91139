import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const git = (...args: string[]): void =>
  void execFileSync('git', args, { cwd: import.meta.dirname, stdio: 'ignore' });

export type OtherCommit = { main: string; remove: () => void };

/** Checks out and builds another commit in a folder of its own, so both can be measured in one sitting. */
export function checkOut(commit: string): OtherCommit {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-commit-'));
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', folder, commit);
  run('npx', '--yes', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline');
  run('npx', '--yes', 'pnpm@12', 'build');
  // Before the server was bundled, it ran from its sources.
  const main = ['dist', 'src'].map((name) => join(folder, 'api', name, 'main.js')).find(existsSync);
  if (!main) throw new Error(`${commit} has no server that this bench can start.`);
  return {
    main,
    remove: () => git('worktree', 'remove', '--force', folder),
  };
}
