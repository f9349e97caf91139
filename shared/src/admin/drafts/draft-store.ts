import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

/** The field values of a form. Never includes passwords. */
export type Draft = Record<string, string>;

type Drafts = { drafts: Readonly<Record<string, Draft>> };

const STORAGE_NAME = 'northlight-drafts';
/** The oldest drafts are dropped above this limit. */
const MAX_DRAFTS = 100;

/** Forms still work when storage is full or blocked. */
const storage = createJSONStorage<Drafts>(() => ({
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // The draft then lives only in memory.
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
}));

/** Unsaved drafts of notes and forms, stored in this browser by server, order, and form. */
export const useDrafts = create<Drafts>()(
  persist(() => ({ drafts: {} }), {
    name: STORAGE_NAME,
    version: 1,
    skipHydration: true,
    ...(storage && { storage }),
  }),
);

/** Loads them on first use: browsers take up to 30 ms to open the storage, and a list has no drafts. */
function allDrafts(): Drafts['drafts'] {
  if (!useDrafts.persist.hasHydrated()) void useDrafts.persist.rehydrate();
  return useDrafts.getState().drafts;
}

export const draftOf = (key: string): Draft | undefined => allDrafts()[key];

/** Stores a draft, or removes it if it equals the empty form. */
export function storeDraft(key: string, draft: Draft, empty: Draft): void {
  const { [key]: _old, ...others } = allDrafts();
  const isEmpty = isSame(draft, empty);
  if (isEmpty && !_old) return;
  const drafts = isEmpty ? others : { ...others, [key]: { ...draft } };
  useDrafts.setState({ drafts: Object.fromEntries(Object.entries(drafts).slice(-MAX_DRAFTS)) });
}

/** Removes a draft after it was saved. A draft with later changes stays. */
export function dropDraft(key: string, saved: Draft): void {
  const draft = draftOf(key);
  if (draft && isSame(draft, saved)) storeDraft(key, {}, {});
}

export function isSame(one: Draft, other: Draft): boolean {
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
}

/** Loads changes from other windows of this browser, so that they do not overwrite each other's drafts. */
export function followOtherWindows(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_NAME) void useDrafts.persist.rehydrate();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
