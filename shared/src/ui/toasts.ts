import { create } from 'zustand';

/** How long a toast is shown. */
export const TOAST_DURATION_MS = 5_000;
/** How long the text of a closed toast is kept. */
export const TOAST_REMOVAL_DELAY_MS = 1_000_000;

export type ToastMessage = {
  title: string;
  description?: string;
  /** The destructive style, announced at once. */
  isError?: boolean;
};

type Toasts = {
  /** Only one is visible at a time: a new one takes the place of the old. */
  toast: (ToastMessage & { key: number; isNews: boolean }) | null;
  isOpen: boolean;
  /** News that have to wait. */
  waiting: ToastMessage | null;
};

export const useToasts = create<Toasts>()(() => ({ toast: null, isOpen: false, waiting: null }));

/** The answer to what somebody did. */
export const showToast = (message: ToastMessage): void => open(message, false);

/** What happened elsewhere: it never hides the answer to what somebody did; of several that wait, the latest is shown. */
export function showNews(message: ToastMessage): void {
  const { toast, isOpen } = useToasts.getState();
  if (isOpen && toast && !toast.isNews) useToasts.setState({ waiting: message });
  else open(message, true);
}

let removal: ReturnType<typeof setTimeout> | undefined;

/** The words stay for a while, so that the toast does not go blank on its way out. */
export function closeToast(): void {
  const { waiting } = useToasts.getState();
  if (waiting) return open(waiting, true);
  useToasts.setState({ isOpen: false });
  clearTimeout(removal);
  removal = setTimeout(() => useToasts.setState({ toast: null }), TOAST_REMOVAL_DELAY_MS);
}

function open(message: ToastMessage, isNews: boolean): void {
  clearTimeout(removal);
  useToasts.setState(({ toast, waiting }) => ({
    toast: { ...message, isNews, key: (toast?.key ?? 0) + 1 },
    isOpen: true,
    waiting: isNews ? null : waiting,
  }));
}
