import type { DesktopSettings } from '../../bridge.ts';
import type { PreferenceStore } from './preferences.ts';

/** Whether the system starts the app when its account logs in. */
export type LoginItem = { isOn(): boolean; turn(isOn: boolean): void };

type Deps = { preferences: PreferenceStore; loginItem: LoginItem; onChange: () => void };

export type Settings = ReturnType<typeof createSettings>;

/** What the administrator settles for this computer. */
export function createSettings({ preferences, loginItem, onChange }: Deps) {
  const read = (): DesktopSettings => ({
    launchesAtLogin: loginItem.isOn(),
    hasNotices: preferences.read().hasNotices,
  });
  return {
    read,
    change: ({ launchesAtLogin, hasNotices }: Partial<DesktopSettings>): DesktopSettings => {
      if (launchesAtLogin !== undefined) loginItem.turn(launchesAtLogin);
      if (hasNotices !== undefined) preferences.change({ hasNotices });
      onChange();
      return read();
    },
  };
}
