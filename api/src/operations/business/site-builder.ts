import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { currentBuild } from '../../http/middleware/site-builds.ts';
import { projectRoot } from '../../base/paths.ts';
import { runScript } from '../../base/run-script.ts';

const LIMIT_MS = 10 * 60_000;

export type SiteBuilder = ReturnType<typeof createSiteBuilder>;

type Options = {
  /** The folder of the builds. */
  builds: string;
  /** Makes the running server serve a build. */
  switchTo: (build: string) => void;
  /** The script that builds the site and switches `current`. */
  script?: string;
};

/** Rebuilds the pages in the background, in a process of its own, and switches to them in one step. */
export function createSiteBuilder(
  { builds, switchTo, script = join(projectRoot, 'site/build/build-if-changed.ts') }: Options,
  log: Log,
) {
  let state: 'current' | 'building' | 'failed' = 'current';
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    do {
      isAskedAgain = false;
      try {
        await runScript(script, [], { limitMs: LIMIT_MS });
        switchTo(currentBuild(builds));
        state = 'current';
      } catch (error) {
        state = 'failed';
        log.error({ err: error }, 'could not rebuild the pages');
      }
    } while (isAskedAgain);
    running = undefined;
  }

  return {
    state: () => state,
    /** Builds now, or again after the build under way, which may have read older settings. */
    build: (): void => {
      state = 'building';
      isAskedAgain = true;
      running ??= run();
    },
    finished: async (): Promise<void> => running,
  };
}
