import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test';
import { startOwnServer, type OwnServer } from '../../src/main/test/own-server.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

type Desktop = { app: ElectronApplication; page: Page; userData: string };
type Fixtures = { shop: OwnServer; userData: string; start: (args?: string[]) => Promise<Desktop> };

/**
 * Gives each test its own shop and an empty user data folder. Calling `start` again starts the app again with
 * the same folder.
 */
export const test = base.extend<Fixtures>({
  // Playwright reads the fixture names from the destructured parameter.
  // oxlint-disable-next-line no-empty-pattern
  shop: async ({}, use) => {
    const shop = await startOwnServer();
    await use(shop);
    await shop.stop();
  },
  // oxlint-disable-next-line no-empty-pattern
  userData: async ({}, use) => {
    const userData = mkdtempSync(join(tmpdir(), 'northlight-electron-'));
    await use(userData);
    rmSync(userData, { recursive: true, force: true });
  },
  start: async ({ userData }, use) => {
    const open: ElectronApplication[] = [];
    await use(async (args = []) => {
      const app = await _electron.launch({
        executablePath: process.env['ELECTRON_PATH'] ?? '',
        args: [...systemArguments(), `--user-data-dir=${userData}`, project, ...args],
      });
      open.push(app);
      return { app, page: await app.firstWindow(), userData };
    });
    for (const app of open) await app.close();
  },
});
export { expect } from 'playwright/test';

/** Electron's sandbox does not work as root, and build machines have no keyring. */
function systemArguments(): string[] {
  if (process.platform !== 'linux') return [];
  return ['--password-store=basic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
}
