import { showToast, type ToastMessage } from '@northlight/shared/ui/toasts.ts';

const CARRIED_KEY = 'northlight-toast';

/** For the next page: a toast on this page would disappear with it. */
export function carryToast(message: ToastMessage): void {
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(message));
  } catch {
    // Without storage, the next page shows its own message.
  }
}

export function showCarriedToast(): void {
  try {
    const text = sessionStorage.getItem(CARRIED_KEY);
    sessionStorage.removeItem(CARRIED_KEY);
    const message: ToastMessage | null = JSON.parse(text ?? 'null');
    if (typeof message?.title === 'string') showToast(message);
  } catch {
    // There is none.
  }
}
