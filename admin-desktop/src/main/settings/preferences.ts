import * as z from 'zod/mini';
import type { DesktopSettings } from '../../bridge.ts';
import { createJsonFile } from '../storage/json-file.ts';
import { DEFAULT_BOUNDS, WindowBounds } from '../window/window-bounds.ts';

const Preferences = z.object({ hasNotices: z.boolean(), window: WindowBounds });
type Preferences = z.infer<typeof Preferences>;

/** Whether the system starts the app at login. */
export type LoginItem = { isOn(): boolean; turn(isOn: boolean): void };

export type PreferenceStore = ReturnType<typeof createPreferences>;

/** Stores how the app is used on this computer. Contains nothing secret. */
export function createPreferences(file: string) {
  const storage = createJsonFile<Preferences>(file, Preferences, {
    hasNotices: true,
    window: DEFAULT_BOUNDS,
  });
  let preferences = storage.read();
  return {
    read: (): Preferences => preferences,
    change: (changes: Partial<Preferences>): void => {
      preferences = { ...preferences, ...changes };
      storage.write(preferences);
    },
  };
}

type Deps = { preferences: PreferenceStore; loginItem: LoginItem; onChange: () => void };

/** The settings for this computer: the app's preferences and the system's login item. */
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
