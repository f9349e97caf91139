import { defineConfig } from 'vitest/config';

/** Separate from the unit tests, because the app must be built first. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['*.check.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
