import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

type LetterKeys = { isOn: boolean };

/** Users of speech input must be able to turn off single-letter shortcuts (WCAG 2.1.4). */
export const useLetterKeys = create<LetterKeys>()(
  persist((): LetterKeys => ({ isOn: true }), {
    name: 'northlight-admin-keys',
    storage: createJSONStorage(() => localStorage),
  }),
);

export const hasLetterKeys = (): boolean => useLetterKeys.getState().isOn;
