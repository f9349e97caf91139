/** Tests the built app in Electron. Prints one line and skips the tests if Electron is not installed. */
import { spawnSync } from 'node:child_process';
import { findElectron } from './find-electron.ts';

const electron = findElectron();
if (!electron) {
  console.log(
    'Skipped the Electron tests: Electron is not installed. Run `pnpm --filter @northlight/admin-desktop exec install-electron`, or set ELECTRON_PATH.',
  );
  process.exit(0);
}
const { status } = spawnSync(
  'playwright',
  ['test', '--config', `${import.meta.dirname}/playwright.config.ts`, ...process.argv.slice(2)],
  { stdio: 'inherit', shell: process.platform === 'win32', env: { ...process.env, ELECTRON_PATH: electron } },
);
process.exit(status ?? 1);
