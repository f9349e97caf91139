import { showToast, type ToastMessage } from '@northlight/shared/ui/toasts.ts';

const CARRIED_KEY = 'northlight-toast';

/** For the page that comes next: a toast of this page would vanish with it. */
export function carryToast(message: ToastMessage): void {
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(message));
  } catch {
    // The next page says the same in its own words.
  }
}

export function showCarriedToast(): void {
  try {
    const text = sessionStorage.getItem(CARRIED_KEY);
    sessionStorage.removeItem(CARRIED_KEY);
    const message: ToastMessage | null = JSON.parse(text ?? 'null');
    if (typeof message?.title === 'string') showToast(message);
  } catch {
    // Nothing was carried.
  }
}
