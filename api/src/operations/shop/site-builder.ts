import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { currentBuild } from '../../http/middleware/site-builds.ts';
import { projectRoot } from '../../base/paths.ts';
import { runScript } from '../../base/run-script.ts';

/** Builds the site, unless there is a build of its sources and settings, and switches `current` to it. */
export const BUILD_SCRIPT = join(projectRoot, 'site/build/build-if-changed.ts');
const LIMIT_MS = 10 * 60_000;

export type SiteBuilder = ReturnType<typeof createSiteBuilder>;

type Options = {
  /** The folder of the builds. */
  builds: string;
  /** Makes the running server serve a build. */
  switchTo: (build: string) => void;
  /** The same for previews. */
  switchPreview: (build: string) => void;
  /** The script that builds the site and switches `current`. */
  script?: string;
};

type Publication = {
  /** What the build reads instead of `shop.json`. */
  shopFile: string;
  /** Called once the pages are built, right before they are served. */
  beforeSwitch: () => Promise<void>;
};

/**
 * Rebuilds the pages in the background, in a process of its own, and switches to them in one step. One build at a time,
 * each with the settings of its start.
 */
export function createSiteBuilder(
  { builds, switchTo, switchPreview, script = BUILD_SCRIPT }: Options,
  log: Log,
) {
  let state: 'current' | 'building' | 'failed' = 'current';
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  const ending = new AbortController();
  const limits = { limitMs: LIMIT_MS, isLow: true, signal: ending.signal };

  /** After the builds before it, whether they failed or not. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const build = last.then(work);
    last = build.catch(() => {});
    return build;
  }

  async function run(publication?: Publication): Promise<void> {
    try {
      const env = { ...process.env, ...(publication && { SHOP_FILE: publication.shopFile }) };
      await runScript(script, [], { ...limits, env });
      await publication?.beforeSwitch();
      switchTo(currentBuild(builds));
      state = 'current';
    } catch (error) {
      state = 'failed';
      if (!ending.signal.aborted) log.error({ err: error }, 'could not rebuild the pages');
      throw error;
    } finally {
      waiting -= 1;
      if (waiting > 0) state = 'building';
    }
  }

  return {
    state: () => state,
    /** Builds after the builds before it. Rejects with the reason if it fails. */
    build: (publication?: Publication): Promise<void> => {
      state = 'building';
      waiting += 1;
      return inTurn(() => run(publication));
    },
    /** Builds a preview of the shop file that `write` writes, whose name it returns. The published pages stay. */
    preview: (write: () => string): Promise<void> =>
      inTurn(async () => {
        const env = { ...process.env, SHOP_FILE: write(), SITE_PREVIEW: '1' };
        await runScript(script, [], { ...limits, env });
        switchPreview(currentBuild(builds, 'preview'));
      }),
    /** Cuts off what is being built. The next start goes on with it. */
    stop: (): void => ending.abort(),
    finished: async (): Promise<void> => last,
  };
}
