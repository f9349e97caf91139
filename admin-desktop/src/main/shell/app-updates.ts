import { app } from 'electron';
import { keepUpdated } from '../settings/updates.ts';

export async function startUpdates(): Promise<void> {
  // Linux packages are not signed, so whoever holds the feed could put in anything: there the administrator installs.
  if (UPDATE_FEED === '' || !app.isPackaged || process.platform === 'linux') return;
  try {
    const { default: electronUpdater } = await import('electron-updater');
    keepUpdated(electronUpdater.autoUpdater);
  } catch {
    // A package that cannot replace itself, such as one that was only unpacked, goes without.
  }
}
