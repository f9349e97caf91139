import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import {
  complaints,
  expectNoFindings,
  expectNoSidewaysScroll,
} from '@northlight/shared/ui/test/page-checks.ts';
import { test as base, expect, type Page } from 'playwright/test';
import { ADMIN, startOwnServer, type OwnServer } from '../src/main/test/own-server.ts';
import { startDesktopHost, type DesktopHost } from './host/desktop-host.ts';

const LOGIN_PATH = pathOf('POST /api/admin/login');

type Fixtures = {
  /** The app at its first start, without any shops. */
  app: DesktopHost;
  complaints: string[];
};

/** All tests of a worker share `server`. A test that stops a server starts its own. */
export const test = base.extend<Fixtures, { server: OwnServer }>({
  server: [
    // Playwright reads the fixture names from the destructured parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startOwnServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  app: async ({}, use) => {
    const app = await startDesktopHost();
    await use(app);
    await app.stop();
  },
  baseURL: async ({ app }, use) => use(app.origin),
  page: async ({ page, app }, use) => {
    await app.showIn(page);
    await use(page);
  },
  complaints,
});

export { expect };

/** Logs in through the app, so that the login is saved as after an earlier start. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post(LOGIN_PATH, { data: ADMIN });
  expect(response.ok(), await response.text()).toBe(true);
}

/** The link to the open list as a spreadsheet. */
export async function downloadLink(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  return page.getByRole('link', { name: 'Download CSV' });
}

/** Logs in to the current shop and opens a view, such as "#/orders". */
export async function openView(page: Page, hash: string): Promise<void> {
  await logIn(page);
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

export async function expectGoodLook(page: Page, what: string): Promise<void> {
  await expectNoFindings(page, what);
  await expectNoSidewaysScroll(page, what);
}
