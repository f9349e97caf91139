import { defineConfig } from 'vitest/config';

/** Apart from the unit tests: what is packed has to be built first. */
export default defineConfig({
  test: { root: import.meta.dirname, include: ['*.check.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
