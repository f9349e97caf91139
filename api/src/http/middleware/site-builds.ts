import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY_MS } from '../../base/units.ts';

/** Tabs that were opened before an upgrade ask for files of their own build. */
const KEEP_DAYS = 30;

/** The build that `pnpm build` switched to, or an empty path. Asked once: a later build must change nothing. */
export function currentBuild(builds: string, name: 'current' | 'preview' = 'current'): string {
  const pointer = join(builds, name);
  return existsSync(pointer) ? join(builds, readFileSync(pointer, 'utf8').trim()) : '';
}

/** Finds a hashed file in the other builds that are kept. Its name says its content, so any of them will do. */
export function otherBuildWith(file: string, served: string): string | undefined {
  const builds = dirname(served);
  return readdirSync(builds)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(builds, name))
    .find((build) => existsSync(join(build, file)));
}

/** Marks the build as in use today, and deletes those that were not used for 30 days. */
export async function tidyBuilds(served: string, now: Date): Promise<void> {
  const builds = dirname(served);
  await utimes(served, now, now);
  const kept = new Set(
    [served, currentBuild(builds), currentBuild(builds, 'preview')].map((path) => basename(path)),
  );
  for (const name of await readdir(builds)) {
    if (name === 'current' || name === 'preview' || kept.has(name)) continue;
    const { mtime } = await stat(join(builds, name));
    if (now.getTime() - mtime.getTime() > KEEP_DAYS * DAY_MS)
      await rm(join(builds, name), { recursive: true });
  }
}

/** Tidies now and once a day. */
export function keepTidy(served: string, onFailure: (error: unknown) => void): void {
  const tidy = () => void tidyBuilds(served, new Date()).catch(onFailure);
  tidy();
  setInterval(tidy, DAY_MS).unref();
}
