/** `pnpm e2e`: finds or installs a browser, then runs Playwright against the built server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLong } from '../../api/test/fixtures/long.ts';
import { findBrowser } from './support/find-browser.ts';
import { findFirefox } from './firefox/find-firefox.ts';
import { findWebkit } from './webkit/find-webkit.ts';
import { freePort } from '../../api/test/shop/free-port.ts';

const asked = process.argv.slice(2);
// Selected tests run only in Chromium, unless an argument contains “firefox”, “webkit”, or “live”. All of the first two is `@long`.
// A shard has a part of everything.
const isAll = asked.every((argument) => argument.startsWith('--shard'));
const wantsFirefox = (isAll && isLong) || asked.some((argument) => argument.includes('firefox'));
const wantsWebkit = (isAll && isLong) || asked.some((argument) => argument.includes('webkit'));
const wantsLive = isAll || asked.some((argument) => argument.includes('live'));
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
      ...(wantsWebkit && { E2E_WEBKIT: JSON.stringify(findWebkit() ?? null) }),
      // One port per worker. Browser tests mostly wait, so three workers keep two cores busy.
      E2E_PORTS: [await freePort(), await freePort(), await freePort()].join(),
      ...(wantsLive && { E2E_LIVE_PORT: String(await freePort()) }),
      E2E_DATA_DIR: dataDir,
    },
  },
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(status ?? 1);
