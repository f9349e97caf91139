import { join } from 'node:path';
import { isLong } from '../../api/test/fixtures/long.ts';
import { defineConfig } from 'playwright/test';
import type { ConsoleOptions } from './support/admin-test.ts';
import { launchArguments } from './support/find-browser.ts';
import { liveShopScript, serverEnv, serverScript, SHOP, SHOPS } from './support/own-server.ts';

const liveOrigin = `http://localhost:${process.env['E2E_LIVE_PORT'] ?? '3001'}`;
const wantsLive = process.env['E2E_LIVE_PORT'] !== undefined;

const DESKTOP = { viewport: { width: 1280, height: 800 } };

export default defineConfig<ConsoleOptions>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  // What component and API tests show as well, and what repeats another test under other conditions: `pnpm test:long`.
  ...(!isLong && { grepInvert: /@long/ }),
  workers: SHOPS.length,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that passes the second time is listed as flaky.
  retries: 1,
  // These only end what hangs: a busy machine takes longer, and finds the same.
  timeout: 10 * 60_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  outputDir: '../test-results',
  use: {
    baseURL: SHOP.origin,
    actionTimeout: 60_000,
    // Pages rest sooner, and a small machine has better things to do than to draw.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['E2E_BROWSER'], args: launchArguments() },
  },
  projects: [
    { name: 'desktop', use: DESKTOP },
    // Tests that a narrow screen or touch could break.
    {
      name: 'phone',
      grep: /@phone/,
      ...(!isLong && { testMatch: '**/buy.e2e.ts' }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    // The dashboard in the desktop app: its built page with its own protocol handler. Only what goes through the
    // handler or the app's own storage and dialogs. The views themselves are the same as in a browser.
    {
      name: 'console-app',
      grep: /@app/,
      ...(!isLong && { testMatch: '**/admin.e2e.ts' }),
      use: { ...DESKTOP, host: 'app' },
    },
    {
      name: 'app',
      testDir: '../../admin-desktop/e2e',
      testIgnore: '**/electron/**',
      use: { ...DESKTOP, host: 'app' },
    },
    // The shop in live mode, with stand-ins for the Stripe and PayPal APIs.
    ...(wantsLive
      ? [
          {
            name: 'live',
            testMatch: '**/*.live.ts',
            use: { viewport: { width: 1280, height: 800 }, baseURL: liveOrigin },
          },
        ]
      : []),
    // Firefox runs with puppeteer-core, because Playwright supports only its own Firefox download.
    ...(process.env['E2E_FIREFOX'] === undefined ? [] : [{ name: 'firefox', testMatch: '**/*.firefox.ts' }]),
    // Playwright has only its own WebKit, too.
    ...(process.env['E2E_WEBKIT'] === undefined ? [] : [{ name: 'webkit', testMatch: '**/*.webkit.ts' }]),
  ],
  webServer: [
    ...SHOPS.map(({ origin, dataDir }) => ({
      command: `node "${serverScript}"`,
      url: `${origin}/api/health`,
      env: serverEnv(origin, dataDir),
    })),
    ...(wantsLive
      ? [
          {
            command: `node "${liveShopScript}"`,
            url: `${liveOrigin}/api/health`,
            env: serverEnv(liveOrigin, join(process.env['E2E_DATA_DIR'] ?? './data', 'live')),
          },
        ]
      : []),
  ],
});
