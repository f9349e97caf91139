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
};

/** What is neither on the server nor in the address. */
export const useUi = create<Ui>()(() => ({ dialog: null, isLive: false, actions: new Map() }));

export const openDialog = (dialog: Ui['dialog']): void => useUi.setState({ dialog });
export const closeDialog = (): void => useUi.setState({ dialog: null });

export const allActions = (): Action[] => [...useUi.getState().actions.values()].flat();
