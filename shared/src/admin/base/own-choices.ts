import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

export const LOOKS = { system: 'As the system', light: 'Light', dark: 'Dark' };
type Look = keyof typeof LOOKS;

type OwnChoices = {
  /** Whether single letters are shortcuts. Users of speech input must be able to turn them off (WCAG 2.1.4). */
  isOn: boolean;
  /** Whether the sidebar shows only icons. Undefined: by the width of the window. */
  isFolded?: boolean;
  look: Look;
};

/** What this browser remembers of its user's choices. */
export const useOwnChoices = create<OwnChoices>()(
  persist((): OwnChoices => ({ isOn: true, look: 'system' }), {
    name: 'northlight-admin-keys',
    storage: createJSONStorage(() => localStorage),
  }),
);

export const hasLetterKeys = (): boolean => useOwnChoices.getState().isOn;

const showLook = ({ look }: OwnChoices): void => {
  document.documentElement.dataset['look'] = look;
};
showLook(useOwnChoices.getState());
useOwnChoices.subscribe(showLook);
