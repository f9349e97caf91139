import * as z from 'zod/mini';
import { createJsonFile } from '../files/json-file.ts';
import { FIRST_PLACE, WindowPlace } from '../window/window-bounds.ts';

const Preferences = z.object({ hasNotices: z.boolean(), window: WindowPlace });
type Preferences = z.infer<typeof Preferences>;

export type PreferenceStore = ReturnType<typeof createPreferences>;

/** What the app remembers of how it is used; nothing secret. */
export function createPreferences(file: string) {
  const kept = createJsonFile<Preferences>(file, Preferences, { hasNotices: true, window: FIRST_PLACE });
  let preferences = kept.read();
  return {
    read: (): Preferences => preferences,
    change: (changes: Partial<Preferences>): void => {
      preferences = { ...preferences, ...changes };
      kept.write(preferences);
    },
  };
}
