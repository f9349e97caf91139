import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';
import { defineConfig } from 'astro/config';
import { hasTerms } from '@northlight/shared/content/field.ts';
import { droppableSchemas } from '@northlight/shared/build/droppable-schemas.ts';
import { catalogJson } from './build/catalog-json.ts';
import { finishBuild } from './build/finish-build.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { buildTargets } from './build/oldest-browsers.ts';
import { shopMedia } from './build/shop-media.ts';
import { siteSettings } from './build/site-settings.ts';
import { writeSitemap } from './build/write-sitemap.ts';
import { cardTexts, saving, shownCatalog } from './src/content/card-texts.ts';
import { facts } from './src/content/texts.ts';

const clientPainted: AstroIntegration = {
  name: 'client-painted',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'painted', entrypoint: './src/lib/painted-directive.ts' }),
  },
};

/** Every component in every state. Not in the site that is built. */
const componentsPage: AstroIntegration = {
  name: 'components-page',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command !== 'dev') return;
      const entrypoint = './src/features/admin/components-page.astro';
      injectRoute({ pattern: '/dev/components', entrypoint });
    },
  },
};

export default defineConfig({
  site: siteSettings.publicUrl,
  output: 'static',
  // In this order: what is written last compresses what was written before.
  integrations: [react(), clientPainted, componentsPage, shopMedia(), writeSitemap(), finishBuild()],
  // Small pages: one round trip brings all a page needs to be drawn.
  build: { format: 'file', inlineStylesheets: 'always', assets: 'assets' },
  // The page of help has commands, and no colors for them.
  markdown: { syntaxHighlight: false },
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    plugins: [inlineScripts, droppableSchemas],
    define: {
      __CATALOG__: catalogJson(shownCatalog),
      'import.meta.env.HAS_TERMS': JSON.stringify(hasTerms(siteSettings.content)),
      'import.meta.env.CARD_TEXTS': JSON.stringify(cardTexts),
      'import.meta.env.ON_HOLD_TIME': JSON.stringify(facts['on-hold time']),
      'import.meta.env.YEARLY_SAVING': JSON.stringify(saving.text),
      'import.meta.env.YEARLY_TAG': JSON.stringify(saving.tag),
      'import.meta.env.TAXES_RECURRING': JSON.stringify(siteSettings.taxesRecurring),
    },
    build: { target: buildTargets, cssTarget: buildTargets },
    server: { proxy: { '/api': siteSettings.publicUrl } },
    environments: {
      client: {
        build: {
          modulePreload: { polyfill: false },
          // A few files instead of many small ones, which together weigh more; what other pages need too stays apart from
          // what only the request forms need.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'catalog',
                    test: /site\/src\/content\/catalog|shared\/src\/catalog\/(receipt|money|services|rounds)\./,
                  },
                  // What is sold needs prices; what was sold has its receipt.
                  {
                    name: 'price',
                    test: /shared\/src\/catalog\/(price|catalog|us-states|consent|printable)\./,
                  },
                  {
                    name: 'storage',
                    test: /site\/src\/lib\/(bundle-storage|web-storage|order-page)|catalog\/ids|contracts\/parse-url/,
                  },
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
                  { name: 'react-hook-form', test: /node_modules\/react-hook-form\// },
                  {
                    name: 'fields',
                    test: /shared\/src\/ui\/(field|button|error-summary|new-uuid|use-lazy)|contracts\/(call-error|order-number)\.ts|vite\/preload-helper/,
                  },
                  // Named apart, so that the chunk of the checkout takes along nothing that other pages need.
                  { name: 'zod', test: /node_modules\/zod\/|contracts\/(texts|strict-zod)\.ts/ },
                  { name: 'customer-information', test: /contracts\/customer-information\.ts/ },
                  { name: 'small-parts', test: /shared\/src\/ui\/(page-faults|check-mark)/ },
                  {
                    name: 'toasts',
                    test: /shared\/src\/ui\/toasts|node_modules\/zustand\/esm\/(react|vanilla)\.mjs|lib\/api-client/,
                  },
                  // Other pages have it without the checkout.
                  { name: 'receipt', test: /shared\/src\/ui\/receipt/ },
                  {
                    name: 'checkout-state',
                    test: /features\/checkout\/(state\/(?!information-checks)|return\/(?!placed-order)|start-checkout|step-heading|summary|payment\/fetch)/,
                  },
                  // The order's page has it without a form.
                  { name: 'upload-field', test: /features\/uploads\/upload-field/ },
                  {
                    name: 'request-form',
                    test: /features\/forms\/(draft|engine\/(?!send-form)|fields\/(?!order-hint)|order-link\/order-link)/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
});
