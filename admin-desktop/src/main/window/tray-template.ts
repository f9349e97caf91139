import type { MenuItemConstructorOptions } from 'electron';

type TrayOptions = {
  count: number;
  hasNotices: boolean;
  open: () => void;
  setNotificationsEnabled: (isOn: boolean) => void;
  quit: () => void;
};

/** The tray icon's menu. */
export function trayTemplate({
  hasNotices,
  open,
  setNotificationsEnabled,
  quit,
}: TrayOptions): MenuItemConstructorOptions[] {
  return [
    { label: 'Open Northlight', click: open },
    {
      label: 'Pause notifications',
      type: 'checkbox',
      checked: !hasNotices,
      click: () => setNotificationsEnabled(!hasNotices),
    },
    { type: 'separator' },
    { label: 'Quit', click: quit },
  ];
}

export function trayTip({ count, hasNotices }: Pick<TrayOptions, 'count' | 'hasNotices'>): string {
  const work = count > 0 ? `Northlight: ${count} to do` : 'Northlight';
  return hasNotices ? work : `${work} (notifications paused)`;
}
