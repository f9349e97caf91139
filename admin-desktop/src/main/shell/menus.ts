import { app, Menu } from 'electron';
import type { Servers } from '../../bridge.ts';
import { menuTemplate, type MenuActions } from '../window/menu-template.ts';
import { createTray } from './tray.ts';

type Deps = {
  servers: () => Servers;
  hasNotices: () => boolean;
  count: () => number;
  setNotificationsEnabled: (isOn: boolean) => void;
  open: () => void;
  actions: MenuActions;
};

/** The menu of the app and that of its small icon; `draw` after anything that they show has changed. */
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
