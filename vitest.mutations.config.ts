import { defineConfig } from 'vitest/config';

/** The tests that `pnpm mutations` runs: those of the folders where a mistake costs most, in one process each. */
export default defineConfig({
  // Otherwise the packages would import each other from the folder that has no bugs.
  resolve: { alias: { '@northlight/shared': new URL('shared/src', import.meta.url).pathname } },
  test: {
    include: [
      'api/src/{email/messages,http/limits,messages,money,operations/backups,pages/{case,live,order-page},people,privacy,work}/**/*.test.ts',
      'api/src/server/at-once.test.ts',
      'shared/src/{catalog,contracts}/**/*.test.ts',
    ],
    // They repeat thousands of steps, or kill servers.
    exclude: ['**/{backup-worker,interleavings,kill-at-commit,lost-answers,simulation}.test.ts'],
    isolate: false,
    globalSetup: new URL('vitest.build.ts', import.meta.url).pathname,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: [new URL('vitest.setup.ts', import.meta.url).pathname],
  },
});
