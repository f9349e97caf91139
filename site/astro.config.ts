import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { finishBuild } from './build/finish-build.ts';
import { siteSettings } from './build/site-settings.ts';

export default defineConfig({
  site: siteSettings.publicUrl,
  output: 'static',
  integrations: [react(), finishBuild()],
  // Small pages: one round trip brings all a page needs to be drawn.
  build: { format: 'file', inlineStylesheets: 'always', assets: 'assets' },
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    server: { proxy: { '/api': siteSettings.publicUrl } },
    environments: {
      client: {
        build: {
          modulePreload: { polyfill: false },
          // One small file instead of five: the website page's script is little more than this.
          rolldownOptions: {
            output: {
              codeSplitting: { groups: [{ name: 'catalogue', test: /shared\/src\/catalogue\/(?!ids)/ }] },
            },
          },
        },
      },
    },
  },
});
