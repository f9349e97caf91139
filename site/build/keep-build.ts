import { chmodSync, existsSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Gives a finished build its name. Another build of the same sources may have been faster, and is as good. */
export function keepBuild(draft: string, builds: string, id: string): void {
  // Another account may serve it, and a temporary folder is only for its owner.
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, join(builds, id));
  } catch (error) {
    if (!existsSync(join(builds, id))) throw error;
  }
}

/** The next start serves the current build. A running server keeps the build that it started with. */
export function switchTo(builds: string, id: string, pointer: 'current' | 'preview' = 'current'): void {
  // The server deletes what was not used for long.
  const now = new Date();
  utimesSync(join(builds, id), now, now);
  const draft = join(builds, `.${pointer}-${process.pid}`);
  writeFileSync(draft, id);
  renameSync(draft, join(builds, pointer));
}
