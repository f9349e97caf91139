import { existsSync } from 'node:fs';
import { runInstaller, systemInstall } from '../support/find-browser.ts';

/**
 * Finds an installed Firefox, or installs it with the system's package manager. Without Firefox, its test is
 * skipped with a message.
 */
export function findFirefox(): string | undefined {
  const found = installed() ?? installedNow();
  if (found === undefined)
    console.log('Skipped the Firefox test: Firefox is not installed. Install it, or set FIREFOX_PATH.');
  return found;
}

function installedNow(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  console.log('Firefox not found. Trying the system’s package manager.');
  return runInstaller('sh', ['-c', systemInstall('firefox-esr')]) ? installed() : undefined;
}

function installed(): string | undefined {
  // Firefox from Ubuntu's snap cannot access /tmp, where the test profile is.
  const isSnap = existsSync('/snap/bin/firefox');
  return [
    process.env['FIREFOX_PATH'],
    '/usr/bin/firefox-esr',
    ...(isSnap ? [] : ['/usr/bin/firefox']),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find((path): path is string => path !== undefined && existsSync(path));
}
