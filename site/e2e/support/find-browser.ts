import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const WELL_KNOWN = [
  // It is a third faster, because it has no window.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds an installed Chromium, or installs Playwright's or the system package. If all fail, the error says
 * what to do.
 */
export function findBrowser(): string {
  return (
    installed() ??
    afterTrying('Playwright’s own browser', 'playwright', ['install', 'chromium']) ??
    afterTrying('the system’s package manager', 'sh', [
      '-c',
      // Not every system has the first package.
      `(${systemInstall('chromium-headless-shell fonts-liberation')}) || (${systemInstall('chromium fonts-liberation')})`,
    ]) ??
    fail()
  );
}

/** Installs only as root, so that a test run never asks for a password. */
export const systemInstall = (packages: string): string =>
  `test "$(id -u)" = 0 && apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q ${packages}`;

function installed(): string | undefined {
  const paths = [process.env['CHROMIUM_PATH'], ...WELL_KNOWN, chromium.executablePath()];
  return paths.find((path): path is string => path !== undefined && existsSync(path));
}

function afterTrying(what: string, command: string, args: string[]): string | undefined {
  console.log(`Chromium not found. Trying ${what}.`);
  return runInstaller(command, args) ? installed() : undefined;
}

/** Returns whether the installation succeeded. */
export function runInstaller(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    timeout: 10 * 60_000,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return status === 0;
}

function fail(): never {
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.');
}

/** Chromium refuses to run as root with its sandbox on. */
export function launchArguments(): string[] {
  const isRoot =
    process.platform !== 'win32' && execFileSync('id', ['-u'], { encoding: 'utf8' }).trim() === '0';
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Letters are as wide as their font says, on every machine and in every version.
    '--font-render-hinting=none',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}
