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
  /** The app at its first start: no shop is known. */
  app: DesktopHost;
  complaints: string[];
};

/** `server` is shared by the tests of a worker; who stops one starts one. */
export const test = base.extend<Fixtures, { server: OwnServer }>({
  server: [
    // Playwright reads the names of fixtures out of the parameter.
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

/** With the app's own login, as after an earlier start. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post(LOGIN_PATH, { data: ADMIN });
  expect(response.ok(), await response.text()).toBe(true);
}

/** Logged in at the chosen server, before a view such as "#/orders". */
export async function openView(page: Page, hash: string): Promise<void> {
  await logIn(page);
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

export async function expectGoodLook(page: Page, what: string): Promise<void> {
  await expectNoFindings(page, what);
  await expectNoSidewaysScroll(page, what);
}
