import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';

export const loadToastOutlet = async () => (await import('../../../lib/toast-outlet.tsx')).ToastOutlet;

/**
 * Toasts load when the visitor starts filling out the form. If they cannot load, the page shows the message
 * itself.
 */
export async function showLateToast(message: ToastMessage): Promise<void> {
  try {
    const { showToast } = await import('@northlight/shared/ui/toasts.ts');
    showToast(message);
  } catch {
    // The note at the button, or the confirmation, is enough.
  }
}
