import { defineConfig } from 'playwright/test';
import { launchArguments } from './find-browser.ts';
import { liveShopScript, serverEnv, serverScript } from './own-server.ts';

const port = process.env['E2E_PORT'] ?? '3000';
const origin = `http://localhost:${port}`;
const liveOrigin = `http://localhost:${process.env['E2E_LIVE_PORT'] ?? '3001'}`;
const wantsLive = process.env['E2E_LIVE_PORT'] !== undefined;

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  timeout: 60_000,
  reporter: 'line',
  outputDir: '../test-results',
  use: {
    baseURL: origin,
    launchOptions: { executablePath: process.env['E2E_BROWSER'], args: launchArguments() },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // The same shop with real money's code, between servers that speak Stripe's and PayPal's wire.
    ...(wantsLive
      ? [
          {
            name: 'live',
            testMatch: '*.live.ts',
            use: { viewport: { width: 1280, height: 800 }, baseURL: liveOrigin },
          },
        ]
      : []),
    // Firefox is driven by puppeteer-core: Playwright knows only the one that it downloads itself.
    ...(process.env['E2E_FIREFOX'] === undefined
      ? []
      : [{ name: 'firefox', testMatch: '*.firefox.ts', timeout: 120_000 }]),
  ],
  webServer: [
    {
      command: `node "${serverScript}"`,
      url: `${origin}/api/health`,
      env: serverEnv(origin, process.env['E2E_DATA_DIR'] ?? './data'),
    },
    ...(wantsLive
      ? [
          {
            command: `node "${liveShopScript}"`,
            url: `${liveOrigin}/api/health`,
            env: serverEnv(liveOrigin, `${process.env['E2E_DATA_DIR']}-live`),
          },
        ]
      : []),
  ],
});
