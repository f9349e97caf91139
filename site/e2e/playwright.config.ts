import { join } from 'node:path';
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
  workers: SHOPS.length,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  timeout: 60_000,
  // Machines that build are slow, and now and then slower.
  expect: { timeout: 15_000 },
  reporter: 'line',
  outputDir: '../test-results',
  use: {
    baseURL: SHOP.origin,
    launchOptions: { executablePath: process.env['E2E_BROWSER'], args: launchArguments() },
  },
  projects: [
    { name: 'desktop', use: DESKTOP },
    // What its width or its touch could break.
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    // The console in the desktop app: its built page behind its own protocol handler.
    {
      name: 'console-app',
      testMatch: 'admin/*.e2e.ts',
      grepInvert: /@browser/,
      use: { ...DESKTOP, host: 'app' },
    },
    {
      name: 'app',
      testDir: '../../admin-desktop/e2e',
      testIgnore: '**/electron/**',
      use: { ...DESKTOP, host: 'app' },
    },
    // The same shop with real money's code, between servers that speak Stripe's and PayPal's wire.
    ...(wantsLive
      ? [
          {
            name: 'live',
            testMatch: '**/*.live.ts',
            use: { viewport: { width: 1280, height: 800 }, baseURL: liveOrigin },
          },
        ]
      : []),
    // Firefox is driven by puppeteer-core: Playwright knows only the one that it downloads itself.
    ...(process.env['E2E_FIREFOX'] === undefined
      ? []
      : [{ name: 'firefox', testMatch: '**/*.firefox.ts', timeout: 120_000 }]),
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
