import { app, Menu, nativeImage, Tray } from 'electron';
import type { Servers } from '../../bridge.ts';
import { menuTemplate, type MenuActions } from '../window/menu-template.ts';
import macIcon from '../../../resources/tray-mac.png?asset';
import icon from '../../../resources/tray.png?asset';
import { trayTemplate, trayTip } from '../window/tray-template.ts';

type Deps = {
  servers: () => Servers;
  hasNotices: () => boolean;
  count: () => number;
  setNotificationsEnabled: (isOn: boolean) => void;
  open: () => void;
  actions: MenuActions;
};

/** The app menu and the tray. Call `draw` after anything that they show has changed. */
export function createMenus({ servers, hasNotices, count, setNotificationsEnabled, open, actions }: Deps) {
  const tray = createTray(open);
  return {
    draw: (): void => {
      const template = menuTemplate({
        platform: process.platform,
        servers: servers(),
        isDevelopment: !app.isPackaged,
        actions,
      });
      Menu.setApplicationMenu(Menu.buildFromTemplate(template));
      tray.show({
        count: count(),
        hasNotices: hasNotices(),
        open,
        setNotificationsEnabled,
        quit: actions.quit,
      });
    },
  };
}

type State = Parameters<typeof trayTemplate>[0];

/** The tray icon. Does nothing if the system has no tray. */
function createTray(open: () => void) {
  const tray = makeTray();
  tray?.on('click', open);
  return {
    show: (state: State): void => {
      tray?.setContextMenu(Menu.buildFromTemplate(trayTemplate(state)));
      tray?.setToolTip(trayTip(state));
    },
  };
}

function makeTray(): Tray | null {
  try {
    return new Tray(process.platform === 'darwin' ? macTrayIcon() : nativeImage.createFromPath(icon));
  } catch {
    return null;
  }
}

/** macOS recolors this icon to match the menu bar. */
function macTrayIcon() {
  const image = nativeImage.createFromPath(macIcon).resize({ height: 18 });
  image.setTemplateImage(true);
  return image;
}
