import { create } from 'zustand';

/** Something that the open view can do: the palette names it, and a key may do it. */
export type Action = {
  label: string;
  /** A single letter. */
  shortcut?: string;
  run: () => void;
};

type Ui = {
  dialog: 'palette' | 'shortcuts' | null;
  /** Whether news arrive as they happen; else the lists ask every 30 s. */
  isLive: boolean;
  /** By the view that can do them. */
  actions: ReadonlyMap<string, readonly Action[]>;
  /** Whether a phone shows the filters of a list; wider windows always do. */
  areFiltersOpen: boolean;
  /** Rows of the lists of forms whose answers are shown, such as "voice 12": they stay so while somebody looks at a case. */
  unfolded: ReadonlySet<string>;
};

/** What is neither on the server nor in the address. */
export const useUi = create<Ui>()(() => ({
  dialog: null,
  isLive: false,
  actions: new Map(),
  areFiltersOpen: false,
  unfolded: new Set(),
}));

export const openDialog = (dialog: Ui['dialog']): void => useUi.setState({ dialog });
export const closeDialog = (): void => useUi.setState({ dialog: null });

export const toggleFilters = (): void =>
  useUi.setState(({ areFiltersOpen }) => ({ areFiltersOpen: !areFiltersOpen }));

export const toggleRow = (row: string): void =>
  useUi.setState(({ unfolded }) => ({
    unfolded: unfolded.has(row)
      ? new Set([...unfolded].filter((other) => other !== row))
      : new Set([...unfolded, row]),
  }));

export const allActions = (): Action[] => [...useUi.getState().actions.values()].flat();
