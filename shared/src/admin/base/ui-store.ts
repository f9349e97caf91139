import { create } from 'zustand';
import { failureText } from '../../contracts/call-error.ts';
import { showToast } from '../../ui/toasts.ts';
import { useEffect, useId } from 'react';

/** An action of the open view, listed in the command palette, with an optional shortcut. */
export type Action = {
  label: string;
  /** A single letter. */
  shortcut?: string;
  run: () => void;
};

export type Asked = {
  title: string;
  text: string;
  /** The label of the button that does it. */
  confirm: string;
  /** The label of the other one. */
  keep?: string;
  /** What has to be chosen first. */
  choices?: { label: string; options: Record<string, string> } | null;
};

type Ui = {
  dialog: 'palette' | 'shortcuts' | 'columns' | null;
  /** The question that is open, and what a yes does. It gets what was chosen. */
  asked: (Asked & { onConfirm: (choice: string) => void }) | null;
  /** Called with the result while the administrator is asked for their second factor. */
  resolveConfirm: ((isConfirmed: boolean) => void) | null;
  /** Whether live updates are connected. Otherwise, lists refetch every 30 s. */
  isLive: boolean;
  /** Whether something on the page is from the host’s cache, because the server does not answer. */
  isOffline: boolean;
  /** By view. */
  actions: ReadonlyMap<string, readonly Action[]>;
  /** The order number that is shown beside the list. */
  preview: string | null;
  /** What an order or a quote is opened for, such as "ORD-10001 message". */
  wanted: string | null;
  /** The order numbers of the rows that are chosen for an action. */
  chosen: ReadonlySet<string>;
  /** The one that was last chosen or left out by itself. */
  lastChosen: string;
  /** Whether a message to their customers is being written. */
  isWriting: boolean;
  /** Form rows with open answers, such as "voice 12". They stay open while a case is viewed. */
  unfolded: ReadonlySet<string>;
};

/** UI state that is neither on the server nor in the URL. */
export const useUi = create<Ui>()(() => ({
  dialog: null,
  asked: null,
  resolveConfirm: null,
  isLive: false,
  isOffline: false,
  actions: new Map(),
  preview: null,
  wanted: null,
  chosen: new Set(),
  lastChosen: '',
  isWriting: false,
  unfolded: new Set(),
}));

export const openDialog = (dialog: Ui['dialog']): void => useUi.setState({ dialog });
export const closeDialog = (): void => useUi.setState({ dialog: null });

export const OFFLINE = 'Offline: the shop isn’t responding';

/** For the button of an act. Offline, it is dimmed and says why, also when it is pressed: see `useAdminAction`. */
export const useActMark = () =>
  useUi(({ isOffline }) => isOffline) ? { 'aria-disabled': true, 'data-off': '', 'data-tip': OFFLINE } : {};

/** Asks before something that is hard to undo. */
export const ask = (question: Asked, onConfirm: (choice: string) => void): void =>
  useUi.setState({ asked: { ...question, onConfirm } });

/** Opens the dialog for the second factor. */
export const askToConfirm = (): Promise<boolean> =>
  new Promise((resolve) => {
    const resolveConfirm = (isConfirmed: boolean) => {
      useUi.setState({ resolveConfirm: null });
      resolve(isConfirmed);
    };
    useUi.setState({ resolveConfirm });
  });

/** Narrow windows have no room for a preview beside a list. */
export const hasPreview = (): boolean => matchMedia('(width >= 80rem)').matches;
export const openPreview = (preview: string | null): void => useUi.setState({ preview });

export const chooseRows = (orderNumbers: readonly string[], isWriting = false): void =>
  useUi.setState({ chosen: new Set(orderNumbers), isWriting });
/** The set with the item, or without it if it was there. */
export const toggled = (set: ReadonlySet<string>, item: string): ReadonlySet<string> =>
  set.has(item) ? new Set([...set].filter((other) => other !== item)) : new Set([...set, item]);

export const chooseOrders = (numbers: readonly string[], isChosen: boolean, lastChosen: string): void =>
  useUi.setState(({ chosen }) => ({
    chosen: new Set(isChosen ? [...chosen, ...numbers] : [...chosen].filter((one) => !numbers.includes(one))),
    lastChosen,
  }));

export const toggleRow = (row: string): void =>
  useUi.setState(({ unfolded }) => ({ unfolded: toggled(unfolded, row) }));

export const want = (wanted: string): void => useUi.setState({ wanted });

/** Runs once the view is there that `want` asked for. */
export function useWanted(what: string, run: () => void): void {
  const isWanted = useUi(({ wanted }) => wanted === what);
  useEffect(() => {
    if (!isWanted) return;
    useUi.setState({ wanted: null });
    run();
  });
}

/** A toast that says what didn’t work and why. */
export const showFailure = (title: string, error: unknown): void => {
  const description = failureText(error, 'Please try again.', 'Couldn’t reach the server.');
  showToast({ title, description, isError: true });
};

/** Of all views. A key means what the view says that opened last, such as the order beside a list. */
export function actionsOf({ actions }: Pick<Ui, 'actions'>): Action[] {
  const all = [...actions.values()].flat();
  return all.filter(
    ({ shortcut }, index) => !shortcut || all.findLastIndex((other) => other.shortcut === shortcut) === index,
  );
}

/** Registers a view's actions for the command palette and the keyboard while it is mounted. */
export function useActions(actions: readonly Action[]): void {
  const view = useId();
  useEffect(() => {
    useUi.setState((ui) => ({ actions: new Map(ui.actions).set(view, actions) }));
  }, [view, actions]);
  useEffect(
    () => () =>
      useUi.setState((ui) => {
        const left = new Map(ui.actions);
        left.delete(view);
        return { actions: left };
      }),
    [view],
  );
}

/**
 * The actions whose label contains every typed word, in their original order. All actions if nothing is
 * typed.
 */
export function matchActions<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
