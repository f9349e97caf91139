const EVERY_MS = 6 * 60 * 60_000;

/** The part of electron-updater that is used. */
export type Updater = {
  autoInstallOnAppQuit: boolean;
  checkForUpdatesAndNotify(): Promise<unknown>;
  on(event: 'error', listener: () => void): unknown;
};

/**
 * Looks for a newer version at the start and every six hours. It is fetched in the background, told by a notice and
 * put in place when the app ends; a feed that does not answer is nobody's concern. Gives how to stop.
 */
export function keepUpdated(updater: Updater): () => void {
  updater.autoInstallOnAppQuit = true;
  updater.on('error', () => undefined);
  const look = () => void updater.checkForUpdatesAndNotify().catch(() => undefined);
  look();
  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
}
