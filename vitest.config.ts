import { catalogJson } from './site/build/catalog-json.ts';
import { isLong } from './api/test/fixtures/long.ts';
import { DEFAULT_CATALOG } from './shared/src/catalog/default-catalog.ts';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const WORKSPACES = ['api', 'shared', 'site', 'admin-desktop', 'deploy'];

/** Vitest starts large files first, but these are short and take long. */
const LONGEST =
  /\/(?:chaos|connections|gateways|kill-at-commit|main|lost-answers|upgrades|simulation|backup-worker|hostile-input|install|pages-at-start)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], short = [] } = Object.groupBy(files, ({ moduleId }) =>
      LONGEST.test(moduleId) ? 'long' : 'short',
    );
    // oxlint-disable-next-line unicorn/no-array-sort -- This is Vitest's.
    return [...long, ...(await super.sort(short))];
  }
}

const pathOf = (file: string) => new URL(file, import.meta.url).pathname;
const SETUP = pathOf('./vitest.setup.ts');

/**
 * Test files share no state, and a fresh module graph for each would take most of the time. The limits only end what
 * hangs: a busy machine takes longer, and finds the same.
 */
const SHARED = {
  isolate: false,
  testTimeout: 15 * 60_000,
  hookTimeout: 15 * 60_000,
  expect: { poll: { timeout: 5 * 60_000 } },
};

/** As the build of the site does. */
const define = { __CATALOG__: catalogJson(DEFAULT_CATALOG) };

export default defineConfig({
  test: {
    // More than the two cores of a small machine: the longest tests wait for servers that they start.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    globalSetup: './vitest.build.ts',
    tags: [{ name: 'long', description: 'Only in `pnpm test:long`.' }],
    ...(!isLong && { tagsFilter: ['!long'] }),
    projects: WORKSPACES.map((name) => ({
      define,
      test: {
        name,
        root: name,
        environment: 'node',
        include: ['**/*.test.ts'],
        ...SHARED,
        setupFiles: [SETUP],
      },
    })).concat({
      define,
      // Components in a DOM without a browser, on a server of prepared answers.
      test: {
        name: 'components',
        root: '.',
        environment: 'happy-dom',
        // Views name their stylesheets, which load in browsers alone.
        environmentOptions: {
          happyDOM: { settings: { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true } },
        },
        css: { include: [/\.css\?url$/] },
        include: ['{shared,site}/src/**/*.test.tsx'],
        ...SHARED,
        setupFiles: [SETUP, pathOf('./shared/src/ui/test/after-each-component.ts')],
      },
    }),
  },
});
