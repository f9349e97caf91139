/** `pnpm e2e`: finds or installs a browser, then runs Playwright against the built server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'northlight-e2e-'));
const { status } = spawnSync(
  'playwright',
  [
    'test',
    '--config',
    fileURLToPath(new URL('playwright.config.ts', import.meta.url)),
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      E2E_BROWSER: findBrowser(),
      E2E_PORT: String(await freePort()),
      E2E_DATA_DIR: dataDir,
    },
  },
);
rmSync(dataDir, { recursive: true, force: true });
process.exit(status ?? 1);

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
