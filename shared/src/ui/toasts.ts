import { create } from 'zustand';

export const TOAST_DURATION_MS = 5_000;
export const UNDO_DURATION_MS = 10_000;
/** How long a closed toast's text stays in the state. */
export const TOAST_REMOVAL_DELAY_MS = 1_000_000;

export type ToastMessage = {
  title: string;
  description?: string;
  /** Uses the destructive style and is announced immediately. */
  isError?: boolean;
  /** Takes back what the toast tells of. The toast then stays longer. */
  undo?: () => void;
};

type Toasts = {
  /** Only one toast is visible at a time. A new one replaces it. */
  toast: (ToastMessage & { key: number; isUpdate: boolean }) | null;
  isOpen: boolean;
  /** A notification that waits for the current toast to close. */
  waiting: ToastMessage | null;
};

export const useToasts = create<Toasts>()(() => ({ toast: null, isOpen: false, waiting: null }));

/** Shows the result of a user action. */
export const showToast = (message: ToastMessage): void => open(message, false);

/**
 * Shows something that happened elsewhere. It never replaces the result of a user action. If several wait,
 * the latest is shown.
 */
export function showUpdate(message: ToastMessage): void {
  const { toast, isOpen } = useToasts.getState();
  if (isOpen && toast && !toast.isUpdate) useToasts.setState({ waiting: message });
  else open(message, true);
}

let removal: ReturnType<typeof setTimeout> | undefined;

/** The text stays for a while, so that the toast does not become empty during its exit animation. */
export function closeToast(): void {
  const { waiting } = useToasts.getState();
  if (waiting) return open(waiting, true);
  useToasts.setState({ isOpen: false });
  clearTimeout(removal);
  removal = setTimeout(() => useToasts.setState({ toast: null }), TOAST_REMOVAL_DELAY_MS);
}

function open(message: ToastMessage, isUpdate: boolean): void {
  clearTimeout(removal);
  useToasts.setState(({ toast, waiting }) => ({
    toast: { ...message, isUpdate, key: (toast?.key ?? 0) + 1 },
    isOpen: true,
    waiting: isUpdate ? null : waiting,
  }));
}
