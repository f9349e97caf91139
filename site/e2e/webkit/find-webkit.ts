import { globSync } from 'node:fs';
import { runInstaller, systemInstall } from '../support/find-browser.ts';

/** The programs of a WebKit that can be tested: a driver, a browser for it, and a screen for the browser. */
const PROGRAMS = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: '/usr/{lib,libexec}/**/webkit2gtk-4*/MiniBrowser',
  screen: '/usr/bin/Xvfb',
};

export type Webkit = Record<keyof typeof PROGRAMS, string>;

/**
 * Finds WebKitGTK, or installs it with the system's package manager: it is the same engine as Safari's, and Safari needs a Mac.
 * Without it, its test is skipped with a message.
 */
export function findWebkit(): Webkit | undefined {
  const found = installed() ?? installedNow();
  if (found === undefined)
    console.log(
      'Skipped the WebKit test: WebKitGTK is not installed. On Debian, install webkit2gtk-driver and xvfb.',
    );
  return found;
}

function installedNow(): Webkit | undefined {
  if (process.platform !== 'linux') return undefined;
  console.log('WebKitGTK not found. Trying the system’s package manager.');
  return runInstaller('sh', ['-c', systemInstall('webkit2gtk-driver xvfb')]) ? installed() : undefined;
}

function installed(): Webkit | undefined {
  const found = Object.entries(PROGRAMS).map(([name, path]) => [name, globSync(path)[0]]);
  return found.some(([, path]) => path === undefined) ? undefined : Object.fromEntries(found);
}
