/**
 * `pnpm package`: packages the built app for the system it runs on. electron-builder signs it if the
 * environment contains keys (CSC_LINK, WIN_CSC_LINK), and notarizes it with APPLE_API_KEY. Installed apps
 * look for updates at NORTHLIGHT_UPDATE_FEED.
 */
import { build } from 'electron-builder';
import { builderConfig } from './builder-config.ts';

const { NORTHLIGHT_UPDATE_FEED: updateFeed = '', APPLE_API_KEY, CSC_LINK, WIN_CSC_LINK } = process.env;
if (updateFeed && !updateFeed.startsWith('https://'))
  throw new Error(
    'NORTHLIGHT_UPDATE_FEED must start with https://. Installed apps download updates from it.',
  );

const packages = await build({
  projectDir: `${import.meta.dirname}/..`,
  config: builderConfig({
    updateFeed,
    isSigned: Boolean(CSC_LINK || WIN_CSC_LINK),
    isNotarised: Boolean(APPLE_API_KEY),
    electronDist: null,
    output: 'dist',
  }),
  publish: 'never',
});
console.log(packages.join('\n'));
