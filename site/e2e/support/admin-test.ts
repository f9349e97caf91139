import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { SHOP } from './own-server.ts';
import { expect, test as shopTest } from './shop.ts';

/** Whether the dashboard runs in a browser or in the desktop app. */
export type ConsoleOptions = { host: 'browser' | 'app' };

type SavedFile = { name: string; text: string };
type DesktopHost = {
  origin: string;
  saved: SavedFile[];
  choose(server: string): Promise<void>;
  showIn(page: Page): Promise<void>;
  stop(): Promise<void>;
};
/** Imported by URL, because the packages do not depend on each other. */
const hostUrl = new URL('../../../admin-desktop/e2e/host/desktop-host.ts', import.meta.url).href;
const startHost = async (): Promise<DesktopHost> => (await import(hostUrl)).startDesktopHost();

type ConsoleFixtures = {
  /** The desktop app with the tested shop selected, new for each test. Null in a browser. */
  app: DesktopHost | null;
  /** The file that an action downloads. */
  savedBy: (act: () => Promise<void>) => Promise<SavedFile>;
};

/**
 * For tests that run in a browser and in the desktop app. Paths such as /admin open the dashboard in either.
 */
export const test = shopTest.extend<ConsoleFixtures & ConsoleOptions>({
  host: ['browser', { option: true }],
  app: async ({ host }, use) => {
    if (host === 'browser') return use(null);
    const app = await startHost();
    await app.choose(SHOP.origin);
    await use(app);
    await app.stop();
  },
  baseURL: async ({ baseURL, app }, use) => use(app?.origin ?? baseURL),
  page: async ({ page, app }, use) => {
    await app?.showIn(page);
    await use(page);
  },
  savedBy: async ({ page, app }, use) =>
    use(async (act) => {
      if (app) {
        await act();
        await expect.poll(() => app.saved.length).toBe(1);
        return app.saved.splice(0)[0] ?? { name: '', text: '' };
      }
      const download = page.waitForEvent('download');
      await act();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    }),
});

export { expect };
