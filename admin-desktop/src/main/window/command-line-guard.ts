/** Chromium switches that would expose the dashboard to other programs or turn off its protections. */
const FORBIDDEN = [
  'no-sandbox',
  'disable-web-security',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'disable-site-isolation-trials',
  'ignore-certificate-errors',
  'load-extension',
];

/**
 * Node variables that would let someone read the traffic between the app and its server, or write cookies to
 * the terminal.
 */
const UNWANTED_VARIABLES = ['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_DEBUG', 'NODE_EXTRA_CA_CERTS'];

/** Returns a message if a packaged app must not start with these switches, otherwise null. */
export function reasonNotToStart(hasSwitch: (name: string) => boolean): string | null {
  const found = FORBIDDEN.find(hasSwitch);
  if (!found) return null;
  return found === 'no-sandbox'
    ? 'Northlight can’t run without its sandbox (--no-sandbox). Install the .deb package instead of the AppImage, or allow user namespaces on this system.'
    : `Northlight can’t start with --${found} because other programs could read your shop’s data.`;
}

export function dropVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of UNWANTED_VARIABLES) delete variables[name];
}
