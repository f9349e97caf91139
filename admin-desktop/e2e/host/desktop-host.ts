import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { DIALOG_CHANNEL, GO_TO_CHANNEL } from '../../src/bridge.ts';
import { linuxLoginItem } from '../../src/main/settings/autostart.ts';
import { createBridgeCalls } from '../../src/main/bridge-calls.ts';
import { PAGE_ORIGIN } from '../../src/main/page/page-address.ts';
import { createPreferences, createSettings } from '../../src/main/settings/preferences.ts';
import { createSaveFiles } from '../../src/main/files/save-files.ts';
import { startAppCore } from '../../src/main/test/own-app.ts';
import { INVOKE, preloadScript, TELL } from './electron-stand-in.ts';
import { servePage } from './serve-page.ts';

const built = (path: string) => fileURLToPath(new URL(`../../out/${path}`, import.meta.url));

export type DesktopHost = Awaited<ReturnType<typeof startDesktopHost>>;

/**
 * Starts the app without Electron. The built page and preload run in a browser, and the main process's own
 * protocol handler and bridge respond to them. The app's folder is empty, as after installation, and `stop`
 * deletes it. `fetch` sends requests to the servers.
 */
export async function startDesktopHost(fetch: typeof globalThis.fetch = globalThis.fetch) {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-app-'));
  const opened: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const { servers, handle, useServer } = startAppCore(
    { pageRoot: built('renderer'), userData: folder },
    { fetch },
  );
  const settings = createSettings({
    preferences: createPreferences(join(folder, 'preferences.json')),
    loginItem: linuxLoginItem({ configHome: folder, program: '/opt/Northlight/northlight' }),
    onChange: () => undefined,
  });
  const { origin, stop } = await servePage(handle);
  let page: Page | undefined;
  /** Whether the save dialog returns a path or is canceled. */
  let isPlaceGiven = true;
  let askedFor = '';
  const place = join(folder, 'saved');
  const files = createSaveFiles({
    handle,
    chooseSavePath: async (name) => {
      askedFor = name;
      return isPlaceGiven ? place : null;
    },
    downloads: () => folder,
    open: async (document) => void opened.push(basename(document)),
  });
  const noted = async (saving: Promise<boolean>) => {
    const isSaved = await saving;
    if (isSaved && existsSync(place)) saved.push({ name: askedFor, text: readFileSync(place, 'utf8') });
    return isSaved;
  };
  const call = createBridgeCalls({
    readServers: async () => servers.read(),
    addServer: servers.add,
    useServer: async (id) => {
      servers.use(id);
      // Delayed, as in the window, so that the page still receives the response.
      setTimeout(() => void page?.goto(origin));
    },
    forgetServer: async (id) => servers.forget(id),
    readSettings: async () => settings.read(),
    changeSettings: async (changes) => settings.change(changes),
    saveText: (name, text) => noted(files.saveText(name, text)),
    saveDownload: (path) => noted(files.saveDownload(path)),
  });

  return {
    origin,
    /** The files saved so far. */
    saved,
    /** The documents opened so far. */
    opened,
    settings,
    /** Cancels all later save dialogs. */
    wantNoFiles: () => {
      isPlaceGiven = false;
    },
    /** Adds a server and makes it current. The next page load shows its dashboard. */
    choose: useServer,
    showIn: async (shown: Page): Promise<void> => {
      page = shown;
      await page.exposeBinding(INVOKE, ({ frame }, _channel: string, name: unknown, values: unknown) =>
        call(
          { url: frame.url().replace(origin, PAGE_ORIGIN), isTopFrame: frame.parentFrame() === null },
          name,
          values,
        ),
      );
      await page.addInitScript(preloadScript(readFileSync(built('preload/index.cjs'), 'utf8')));
    },
    goTo: (path: string) => tell(page, GO_TO_CHANNEL, path),
    openDialog: (dialog: 'palette' | 'shortcuts') => tell(page, DIALOG_CHANNEL, dialog),
    stop: async (): Promise<void> => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tell(page: Page | undefined, channel: string, value: string): Promise<void> {
  await page?.evaluate(`${TELL}(${JSON.stringify(channel)}, ${JSON.stringify(value)})`);
}
