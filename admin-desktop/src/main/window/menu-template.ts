import type { MenuItemConstructorOptions } from 'electron';
import type { Servers } from '../../bridge.ts';

export type MenuActions = {
  find: () => void;
  showShortcuts: () => void;
  /** Leads the page to a view. */
  goTo: (path: string) => void;
  useServer: (id: string) => void;
  reload: () => void;
  quit: () => void;
};

type Asked = { platform: NodeJS.Platform; servers: Servers; isDeveloped: boolean; actions: MenuActions };
type Items = MenuItemConstructorOptions[];

const LINE: MenuItemConstructorOptions = { type: 'separator' };

/** The menu as people of each system know it. Keys that the page itself answers are shown, not taken from it. */
export function menuTemplate({ platform, servers, isDeveloped, actions }: Asked): Items {
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
        LINE,
        ...(isMac ? [] : [settings, LINE]),
        { role: 'close' },
        ...(isMac ? [] : [quit]),
      ],
    },
    { role: 'editMenu' },
    { label: '&View', submenu: viewItems(isDeveloped, actions) },
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
      LINE,
      settings,
      LINE,
      { role: 'services' },
      LINE,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      LINE,
      quit,
    ],
  };
}

/** Digits switch between the first nine. */
function shopItems({ saved, current }: Servers, { useServer, goTo }: MenuActions): Items {
  if (saved.length === 0) return [{ label: 'No shops yet', enabled: false }];
  const shops = saved.map(({ id, name }, index): MenuItemConstructorOptions => {
    const accelerator = index < 9 ? { accelerator: `CmdOrCtrl+${index + 1}` } : {};
    // An & would mark the key of the letter behind it.
    return {
      label: name.replaceAll('&', '&&'),
      type: 'radio',
      checked: id === current,
      ...accelerator,
      click: () => useServer(id),
    };
  });
  return [...shops, LINE, { label: 'Manage Shops…', click: () => goTo('/settings') }];
}

function viewItems(isDeveloped: boolean, { find, reload }: MenuActions): Items {
  return [
    { label: 'Find…', accelerator: 'CmdOrCtrl+K', registerAccelerator: false, click: find },
    { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: reload },
    LINE,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    LINE,
    { role: 'togglefullscreen' },
    ...(isDeveloped ? [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions] : []),
  ];
}
