/** `pnpm e2e`: finds or installs a browser, then runs Playwright against the built server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './support/find-browser.ts';
import { findFirefox } from './firefox/find-firefox.ts';
import { freePort } from './support/own-server.ts';

const asked = process.argv.slice(2);
// A chosen part is Chromium's, unless its name says otherwise.
const wantsFirefox = asked.length === 0 || asked.some((argument) => argument.includes('firefox'));
const wantsLive = asked.length === 0 || asked.some((argument) => argument.includes('live'));
const dataDir = mkdtempSync(join(tmpdir(), 'northlight-e2e-'));
const { status } = spawnSync(
  'playwright',
  ['test', '--config', fileURLToPath(new URL('playwright.config.ts', import.meta.url)), ...asked],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      E2E_BROWSER: findBrowser(),
      ...(wantsFirefox && { E2E_FIREFOX: findFirefox() ?? '' }),
      // A worker each. Browser tests wait more than they work: three keep two cores busy.
      E2E_PORTS: [await freePort(), await freePort(), await freePort()].join(),
      ...(wantsLive && { E2E_LIVE_PORT: String(await freePort()) }),
      E2E_DATA_DIR: dataDir,
    },
  },
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(status ?? 1);
