import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { ADMIN } from './admin.ts';
import { launchArguments } from './find-browser.ts';

const port = process.env['E2E_PORT'] ?? '3000';
const origin = `http://localhost:${port}`;

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
  ],
  webServer: {
    command: `node "${fileURLToPath(new URL('../../api/src/main.js', import.meta.url))}"`,
    url: `${origin}/api/health`,
    env: {
      PORT: port,
      PUBLIC_URL: origin,
      DATA_DIR: process.env['E2E_DATA_DIR'] ?? './data',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      PAYMENTS: 'demo',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    },
  },
});
