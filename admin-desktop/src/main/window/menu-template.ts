import type { MenuItemConstructorOptions } from 'electron';
import type { Servers } from '../../bridge.ts';

export type MenuActions = {
  find: () => void;
  showShortcuts: () => void;
  /** Opens a view in the page. */
  goTo: (path: string) => void;
  useServer: (id: string) => void;
  reload: () => void;
  quit: () => void;
};

type MenuOptions = {
  platform: NodeJS.Platform;
  servers: Servers;
  isDevelopment: boolean;
  actions: MenuActions;
};
type Items = MenuItemConstructorOptions[];

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/**
 * The menu, in the layout that users of each system expect. Shortcuts that the page handles are shown but not
 * registered.
 */
export function menuTemplate({ platform, servers, isDevelopment, actions }: MenuOptions): Items {
  const isMac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => actions.goTo('/settings'),
  };
  const quit: MenuItemConstructorOptions = {
    label: isMac ? 'Quit Northlight' : 'Quit',
    accelerator: 'CmdOrCtrl+Q',
    click: actions.quit,
  };
  return [
    ...(isMac ? [appMenu(settings, quit)] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Shops', submenu: shopItems(servers, actions) },
        SEPARATOR,
        ...(isMac ? [] : [settings, SEPARATOR]),
        { role: 'close' },
        ...(isMac ? [] : [quit]),
      ],
    },
    { role: 'editMenu' },
    { label: '&View', submenu: viewItems(isDevelopment, actions) },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [{ label: 'Keyboard Shortcuts', accelerator: 'CmdOrCtrl+/', click: actions.showShortcuts }],
    },
  ];
}

function appMenu(
  settings: MenuItemConstructorOptions,
  quit: MenuItemConstructorOptions,
): MenuItemConstructorOptions {
  return {
    label: 'Northlight',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settings,
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      quit,
    ],
  };
}

/** Number keys switch between the first nine shops. */
function shopItems({ saved, current }: Servers, { useServer, goTo }: MenuActions): Items {
  if (saved.length === 0) return [{ label: 'No shops yet', enabled: false }];
  const shops = saved.map(({ id, name }, index): MenuItemConstructorOptions => {
    const accelerator = index < 9 ? { accelerator: `CmdOrCtrl+${index + 1}` } : {};
    // A single & would turn the next letter into an access key.
    return {
      label: name.replaceAll('&', '&&'),
      type: 'radio',
      checked: id === current,
      ...accelerator,
      click: () => useServer(id),
    };
  });
  return [...shops, SEPARATOR, { label: 'Manage Shops…', click: () => goTo('/settings') }];
}

function viewItems(isDevelopment: boolean, { find, reload }: MenuActions): Items {
  return [
    { label: 'Find…', accelerator: 'CmdOrCtrl+K', registerAccelerator: false, click: find },
    { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: reload },
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' },
    ...(isDevelopment ? [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions] : []),
  ];
}
