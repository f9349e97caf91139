import { defineConfig } from 'vitest/config';

/** `pnpm test:machine`. The limits only end what hangs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.machine.ts'],
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
  },
});
