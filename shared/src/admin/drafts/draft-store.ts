import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** What stands in the fields of a form. Never a password. */
export type Draft = Record<string, string>;

type Drafts = { drafts: Readonly<Record<string, Draft>> };

const NAME = 'northlight-drafts';
/** The oldest beyond this are dropped. */
const MAX_DRAFTS = 100;

/** A storage that is full or forbidden keeps nothing, and the forms work all the same. */
const storage = createJSONStorage<Drafts>(() => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // The draft lives as long as the window.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}));

/** Drafts of notes and forms, kept in this browser until they are saved: by server, order and form. */
export const useDrafts = create<Drafts>()(
  persist(() => ({ drafts: {} }), { name: NAME, version: 1, ...(storage && { storage }) }),
);

export const draftOf = (key: string): Draft | undefined => useDrafts.getState().drafts[key];

/** Keeps a draft; one that says no more than the empty form is removed. */
export function keepDraft(key: string, draft: Draft, empty: Draft): void {
  const { [key]: _old, ...others } = useDrafts.getState().drafts;
  const isEmpty = isSame(draft, empty);
  if (isEmpty && !_old) return;
  const drafts = isEmpty ? others : { ...others, [key]: { ...draft } };
  useDrafts.setState({ drafts: Object.fromEntries(Object.entries(drafts).slice(-MAX_DRAFTS)) });
}

/** It was saved. What was typed since then is another draft and stays. */
export function dropDraft(key: string, saved: Draft): void {
  const draft = draftOf(key);
  if (draft && isSame(draft, saved)) keepDraft(key, {}, {});
}

export function isSame(one: Draft, other: Draft): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

/** Takes over what another window of this browser kept, so that neither writes over the other's drafts. */
export function followOtherWindows(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === NAME) void useDrafts.persist.rehydrate();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
