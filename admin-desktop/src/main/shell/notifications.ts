import { Notification } from 'electron';
import { plainBody, type AppNotification } from '../notifications/live-notifications.ts';

/** Holds the visible notifications, because a garbage-collected notification can no longer be clicked. */
const shown = new Set<Notification>();

export function showNotification(
  { title, body, path }: AppNotification,
  open: (path: string | null) => void,
): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body: plainBody(body, process.platform) });
  shown.add(notification);
  const forget = () => void shown.delete(notification);
  notification.on('click', () => {
    forget();
    open(path);
  });
  notification.on('close', forget);
  notification.on('failed', forget);
  notification.show();
}

/** Closes the notifications of the previous shop or administrator. */
export function withdrawNotifications(): void {
  for (const notification of shown) notification.close();
  shown.clear();
}
