import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.electron.ts',
  workers: 1,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  reporter: 'line',
  outputDir: '../../test-results',
});
