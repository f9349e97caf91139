import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { homedir } from 'node:os';
import { app } from 'electron';
import { DIALOG_CHANNEL, GO_TO_CHANNEL } from '../../bridge.ts';
import { createBridgeCalls } from '../bridge-calls.ts';
import { createAppCore } from '../app-core.ts';
import { findDeepLink } from '../window/links.ts';
import { createPreferences, createSettings, type LoginItem } from '../settings/preferences.ts';
import { createSaveFiles } from '../files/save-files.ts';
import { watchSession } from '../notifications/watch-session.ts';
import {
  answerBridge,
  chooseSavePath,
  openDocument,
  servePage,
  systemCrypt,
  trustSystemCertificates,
} from './adapters.ts';
import { createMenus } from './menus.ts';
import { showNotification, withdrawNotifications } from './notifications.ts';
import { guardSession } from './security.ts';
import { createMainWindow } from './window.ts';
import { keepUpdated } from '../settings/updates.ts';
import { HIDDEN_ARGUMENT, linuxLoginItem } from '../settings/autostart.ts';

/** Starts the app once Electron is ready. Returns functions for later starts and links. */
export function startApp(firstPath: string | null) {
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  const userData = app.getPath('userData');
  let count = 0;

  trustSystemCertificates();
  guardSession(devServer);
  const preferences = createPreferences(join(userData, 'preferences.json'));
  const settings = createSettings({
    preferences,
    loginItem: systemLoginItem(),
    onChange: () => menus.draw(),
  });
  const { servers, handle } = createAppCore({
    pageRoot: join(import.meta.dirname, '../renderer'),
    devServer,
    userData,
    crypt: systemCrypt,
    fetch,
    now: () => new Date(),
    newId: randomUUID,
    onServersChange: () => menus.draw(),
    onSession: (isLoggedIn) => watch.onSession(isLoggedIn),
  });
  servePage(handle);

  const main = createMainWindow({ preferences, isDevelopment: !app.isPackaged, count: () => count });
  const openAt = (path: string | null) => {
    main.show();
    if (path) main.send(GO_TO_CHANNEL, path);
  };
  const watch = watchSession({
    handle,
    isWanted: () => settings.read().hasNotices && !main.isFocused(),
    showNotification: (notice) => showNotification(notice, openAt),
    withdraw: withdrawNotifications,
    showCount: (next) => {
      count = next;
      app.setBadgeCount(next);
      main.showTitle();
      menus.draw();
    },
  });
  const useServer = (id: string) => {
    servers.use(id);
    watch.leave();
    // Delayed, so that the page receives the response before it reloads.
    setTimeout(() => void main.load(null));
  };
  const menus = createMenus({
    servers: servers.read,
    hasNotices: () => settings.read().hasNotices,
    count: () => count,
    setNotificationsEnabled: (isOn) => void settings.change({ hasNotices: isOn }),
    open: main.show,
    actions: {
      find: () => main.send(DIALOG_CHANNEL, 'palette'),
      showShortcuts: () => main.send(DIALOG_CHANNEL, 'shortcuts'),
      goTo: openAt,
      useServer,
      reload: main.reload,
      quit: () => app.quit(),
    },
  });

  answerBridge(
    createBridgeCalls({
      ...createSaveFiles({
        handle,
        chooseSavePath: (name) => chooseSavePath(main.window, name),
        downloads: () => app.getPath('downloads'),
        open: openDocument,
      }),
      readServers: async () => servers.read(),
      addServer: servers.add,
      useServer: async (id) => useServer(id),
      forgetServer: async (id) => {
        if (servers.current()?.id === id) watch.leave();
        servers.forget(id);
      },
      readSettings: async () => settings.read(),
      changeSettings: async (changes) => settings.change(changes),
    }),
  );
  menus.draw();
  if (!isStartedBySystem()) main.open();
  void main.load(firstPath);
  void startUpdates();
  return { openAt, openLink: (args: readonly string[]) => openAt(findDeepLink(args)) };
}

async function startUpdates(): Promise<void> {
  // Linux packages are not signed, so anyone who controls the feed could install anything. On Linux,
  // administrators install updates themselves.
  if (UPDATE_FEED === '' || !app.isPackaged || process.platform === 'linux') return;
  try {
    const { default: electronUpdater } = await import('electron-updater');
    keepUpdated(electronUpdater.autoUpdater);
  } catch {
    // Packages that cannot replace themselves, such as an unpacked archive, are not updated.
  }
}

function systemLoginItem(): LoginItem {
  if (process.platform === 'linux') {
    return linuxLoginItem({
      configHome: process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
      program: process.env['APPIMAGE'] ?? process.execPath,
    });
  }
  const args = [HIDDEN_ARGUMENT];
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    turn: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
  };
}

/** Whether the system started the app at login. If so, the app waits in the tray. */
function isStartedBySystem(): boolean {
  if (process.argv.includes(HIDDEN_ARGUMENT)) return true;
  // macOS does not pass arguments.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
