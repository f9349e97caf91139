import type { MenuItemConstructorOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { menuTemplate } from './menu-template.ts';
import { trayTemplate, trayTip } from './tray-template.ts';

const servers = {
  saved: [
    { id: '1', name: 'Marlow & Sons', address: 'https://one.example' },
    { id: '2', name: 'Two', address: 'https://two.example' },
  ],
  current: '2',
};
const actions = () => ({
  find: vi.fn(),
  showShortcuts: vi.fn(),
  goTo: vi.fn(),
  useServer: vi.fn(),
  reload: vi.fn(),
  quit: vi.fn(),
});

/** All items at any depth. */
const flat = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

function click(items: MenuItemConstructorOptions[], label: string) {
  const item = flat(items).find((item) => item.label === label);
  // The handlers do not use Electron's arguments.
  Reflect.apply(item?.click ?? expect.unreachable(`${label} cannot be clicked`), undefined, []);
}

const onPlatform = (platform: NodeJS.Platform, made = actions(), isDevelopment = false) =>
  menuTemplate({ platform, servers, isDevelopment, actions: made });

test('each item does what its label says', () => {
  const made = actions();
  const menu = onPlatform('linux', made);
  for (const label of ['Find…', 'Reload', 'Keyboard Shortcuts', 'Settings…', 'Quit', 'Marlow && Sons'])
    click(menu, label);
  expect(made.find).toHaveBeenCalledOnce();
  expect(made.reload).toHaveBeenCalledOnce();
  expect(made.showShortcuts).toHaveBeenCalledOnce();
  expect(made.goTo).toHaveBeenCalledExactlyOnceWith('/settings');
  expect(made.quit).toHaveBeenCalledOnce();
  expect(made.useServer).toHaveBeenCalledExactlyOnceWith('1');
});

test('the shops are radio items with number keys', () => {
  const shops = flat(onPlatform('linux')).filter(({ type }) => type === 'radio');
  expect(shops.map(({ label, checked, accelerator }) => [label, checked, accelerator])).toEqual([
    ['Marlow && Sons', false, 'CmdOrCtrl+1'],
    ['Two', true, 'CmdOrCtrl+2'],
  ]);
  const none = menuTemplate({
    platform: 'linux',
    servers: { saved: [], current: null },
    isDevelopment: false,
    actions: actions(),
  });
  expect(flat(none).find(({ label }) => label === 'No shops yet')?.enabled).toBe(false);
});

test('on macOS the app has its own menu, with Settings and Quit', () => {
  const [app, file] = onPlatform('darwin');
  expect(app?.label).toBe('Northlight');
  expect(flat(app ? [app] : []).map(({ label, role }) => label ?? role)).toEqual(
    expect.arrayContaining(['about', 'Settings…', 'hide', 'Quit Northlight']),
  );
  expect(flat(file ? [file] : []).map(({ label }) => label)).not.toContain('Quit');
});

test('no shortcut is used twice, and developer tools are available only in development', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    const keys = flat(onPlatform(platform)).flatMap(({ accelerator }) => (accelerator ? [accelerator] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining(['CmdOrCtrl+K', 'CmdOrCtrl+R', 'CmdOrCtrl+Q', 'CmdOrCtrl+,']),
    );
    expect(flat(onPlatform(platform)).some(({ role }) => role === 'toggleDevTools')).toBe(false);
  }
  expect(flat(onPlatform('linux', actions(), true)).some(({ role }) => role === 'toggleDevTools')).toBe(true);
});

test('the tray menu opens the app, pauses notifications, and quits', () => {
  const made = { open: vi.fn(), setNotificationsEnabled: vi.fn(), quit: vi.fn() };
  const tray = trayTemplate({ count: 0, hasNotices: true, ...made });
  for (const label of ['Open Northlight', 'Pause notifications', 'Quit']) click(tray, label);
  expect(made.open).toHaveBeenCalledOnce();
  expect(made.setNotificationsEnabled).toHaveBeenCalledExactlyOnceWith(false);
  expect(made.quit).toHaveBeenCalledOnce();
  const paused = trayTemplate({ count: 0, hasNotices: false, ...made });
  expect(paused.find(({ label }) => label === 'Pause notifications')?.checked).toBe(true);
});

test('the tray shows the to-do count', () => {
  expect(trayTip({ count: 3, hasNotices: true })).toBe('Northlight: 3 to do');
  expect(trayTip({ count: 0, hasNotices: false })).toBe('Northlight (notifications paused)');
});
