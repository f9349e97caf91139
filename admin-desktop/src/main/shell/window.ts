import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import icon from '../../../resources/icon.png?asset';
import { PAGE_ORIGIN } from '../page/page-address.ts';
import type { PreferenceStore } from '../settings/preferences.ts';
import { titleWithCount } from '../notifications/todo-count.ts';
import { windowOptions } from '../window/window-options.ts';
import { fitToScreens } from '../window/window-bounds.ts';

type Deps = {
  preferences: PreferenceStore;
  isDevelopment: boolean;
  count: () => number;
};

const DASHBOARD = `${PAGE_ORIGIN}/admin`;

/**
 * If the page crashes again within this time, it is not reloaded. Otherwise a page that crashes while loading
 * would reload forever.
 */
const MIN_CRASH_INTERVAL_MS = 10_000;

/** The app's only window. */
export function createMainWindow({ preferences, isDevelopment, count }: Deps) {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = fitToScreens(preferences.read().window, screens);
  const preload = join(import.meta.dirname, '../preload/index.cjs');
  const window = new BrowserWindow(
    windowOptions({ place, preload, isDark: nativeTheme.shouldUseDarkColors, isDevelopment, icon }),
  );
  const { webContents } = window;
  let pageTitle = 'Northlight';
  let isQuitting = false;

  const storeBounds = () => {
    const { x, y, width, height } = window.getNormalBounds();
    const zoom = webContents.getZoomLevel();
    preferences.change({ window: { x, y, width, height, zoom, isMaximized: window.isMaximized() } });
  };
  const showTitle = () => window.setTitle(titleWithCount(pageTitle, count()));
  const show = () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  app.on('before-quit', () => {
    isQuitting = true;
  });
  // Closing only hides the window. Notifications continue until the app quits.
  window.on('close', (event) => {
    storeBounds();
    if (isQuitting) return;
    event.preventDefault();
    window.hide();
  });
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    pageTitle = title;
    showTitle();
  });
  webContents.on('did-finish-load', () => webContents.setZoomLevel(preferences.read().window.zoom));
  let lastCrash = 0;
  webContents.on('render-process-gone', (_, { reason }) => {
    const isAgain = Date.now() - lastCrash < MIN_CRASH_INTERVAL_MS;
    lastCrash = Date.now();
    if (reason !== 'clean-exit' && !isAgain) void window.loadURL(DASHBOARD).catch(() => undefined);
  });

  return {
    show,
    showTitle,
    /** Loads the page. Opens the view `path` if it is not null. */
    load: async (path: string | null): Promise<void> => {
      // Rejects if another load starts in the meantime, which is fine.
      await window.loadURL(path ? `${DASHBOARD}#${path}` : DASHBOARD).catch(() => undefined);
    },
    /** Shows the window once it has something to show. */
    open: () => {
      window.once('ready-to-show', () => {
        if (place.isMaximized) window.maximize();
        show();
      });
    },
    reload: () => {
      storeBounds();
      webContents.reload();
    },
    send: (channel: string, value: string) => webContents.send(channel, value),
    isFocused: () => window.isVisible() && window.isFocused() && !window.isMinimized(),
    window,
  };
}
