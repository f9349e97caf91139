import { defineConfig } from 'vitest/config';

const WORKSPACES = ['api', 'shared', 'site', 'admin-desktop'];

export default defineConfig({
  test: {
    // Two cores are enough for half a minute of tests; login tests hash passwords, which takes its time.
    maxWorkers: 2,
    projects: WORKSPACES.map((name) => ({
      test: {
        name,
        root: name,
        environment: 'node',
        include: ['**/*.test.ts', '**/*.test.tsx'],
        // Test files share no state, and a fresh module graph for each would take most of the time.
        isolate: false,
        testTimeout: 20_000,
        setupFiles: [new URL('./vitest.setup.ts', import.meta.url).pathname],
      },
    })),
  },
});
