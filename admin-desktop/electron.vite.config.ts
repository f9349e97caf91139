import { droppableSchemas } from '@northlight/shared/build/droppable-schemas.ts';
import { defineConfig } from 'electron-vite';

/** Where installed apps look for updates. If it is empty, the updater is left out of the bundle. */
const updateFeed = process.env['NORTHLIGHT_UPDATE_FEED'] ?? '';

export default defineConfig({
  main: {
    define: { UPDATE_FEED: JSON.stringify(updateFeed) },
    build: { externalizeDeps: false, minify: true },
  },
  preload: {
    // A sandboxed preload must be a single CommonJS file.
    build: { externalizeDeps: false, minify: true, rolldownOptions: { output: { format: 'cjs' } } },
  },
  renderer: {
    plugins: [droppableSchemas],
    build: {
      minify: true,
      // The page's content security policy does not allow data: URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What several parts share is one file: dozens of tiny ones weigh more, and a local file loads at once.
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                test: /shared\/src\/(?:admin\/base|ui|contracts|catalog)\//,
                minShareCount: 2,
              },
            ],
          },
        },
        onLog: (level, log, tell) => {
          // "use client" matters only for server rendering, which this app does not use.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
        },
      },
    },
    // The page uses the app's own scheme, so Vite's client must be told where to listen for changes.
    server: { strictPort: true, hmr: { protocol: 'ws', host: 'localhost' } },
  },
});
