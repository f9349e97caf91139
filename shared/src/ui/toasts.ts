import { create } from 'zustand';

export type ToastMessage = {
  title: string;
  description?: string;
  /** The destructive style, announced at once. */
  isError?: boolean;
};

type Toasts = {
  /** Only one is visible at a time: a new one takes the place of the old. */
  toast: (ToastMessage & { key: number }) | null;
  isOpen: boolean;
};

export const useToasts = create<Toasts>()(() => ({ toast: null, isOpen: false }));

export function showToast(message: ToastMessage): void {
  useToasts.setState(({ toast }) => ({ toast: { ...message, key: (toast?.key ?? 0) + 1 }, isOpen: true }));
}

/** The words stay while the toast leaves, so that it does not go blank on its way out. */
export function closeToast(): void {
  useToasts.setState({ isOpen: false });
}
