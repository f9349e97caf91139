import { defineConfig } from 'electron-vite';

/** Where installed apps look for newer versions; without one the updater is not even in the bundle. */
const updateFeed = process.env['NORTHLIGHT_UPDATE_FEED'] ?? '';

export default defineConfig({
  main: {
    define: { UPDATE_FEED: JSON.stringify(updateFeed) },
    build: { externalizeDeps: false, minify: true },
  },
  preload: {
    // A sandboxed preload is one CommonJS file.
    build: { externalizeDeps: false, minify: true, rolldownOptions: { output: { format: 'cjs' } } },
  },
  renderer: {
    build: {
      minify: true,
      // The page's policy knows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        onLog: (level, log, tell) => {
          // "use client" speaks to servers that render; here is none.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
        },
      },
    },
    // The page stands on the app's own scheme, so it has to be told where to hear of changes.
    server: { strictPort: true, hmr: { protocol: 'ws', host: 'localhost' } },
  },
});
