import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';

export const loadToastOutlet = async () => (await import('../../../lib/toast-outlet.tsx')).ToastOutlet;

/** Toasts are fetched when somebody starts to fill in; where they cannot be, the page says it in its own words. */
export async function showLateToast(message: ToastMessage): Promise<void> {
  try {
    const { showToast } = await import('@northlight/shared/ui/toasts.ts');
    showToast(message);
  } catch {
    // The line at the button, or the confirmation, stands.
  }
}
