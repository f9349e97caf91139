const CHECK_INTERVAL_MS = 6 * 60 * 60_000;

/** The part of electron-updater that the app uses. */
export type Updater = {
  autoInstallOnAppQuit: boolean;
  checkForUpdatesAndNotify(): Promise<unknown>;
  on(event: 'error', listener: () => void): unknown;
};

/**
 * Checks for a newer version at the start and every six hours. It is downloaded in the background, announced
 * in a notification, and installed when the app quits. Errors from the feed are ignored. Returns a function
 * that stops the checks.
 */
export function keepUpdated(updater: Updater): () => void {
  updater.autoInstallOnAppQuit = true;
  updater.on('error', () => undefined);
  const check = () => void updater.checkForUpdatesAndNotify().catch(() => undefined);
  check();
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}
