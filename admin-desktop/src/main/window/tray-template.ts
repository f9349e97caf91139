import type { MenuItemConstructorOptions } from 'electron';

type Asked = {
  count: number;
  hasNotices: boolean;
  open: () => void;
  turnNotices: (isOn: boolean) => void;
  quit: () => void;
};

/** What the small icon offers. */
export function trayTemplate({ hasNotices, open, turnNotices, quit }: Asked): MenuItemConstructorOptions[] {
  return [
    { label: 'Open Northlight', click: open },
    {
      label: 'Pause notifications',
      type: 'checkbox',
      checked: !hasNotices,
      click: () => turnNotices(!hasNotices),
    },
    { type: 'separator' },
    { label: 'Quit', click: quit },
  ];
}

export function trayTip({ count, hasNotices }: Pick<Asked, 'count' | 'hasNotices'>): string {
  const work = count > 0 ? `Northlight: ${count} to do` : 'Northlight';
  return hasNotices ? work : `${work} (notifications paused)`;
}
