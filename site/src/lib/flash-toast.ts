import { parseJson, readItem, removeItem, writeItem } from './web-storage.ts';
import { showToast, type ToastMessage } from '@northlight/shared/ui/toasts.ts';

const CARRIED_KEY = 'northlight-toast';

/** For the page that comes next: a toast of this page would vanish with it. */
export function carryToast(message: ToastMessage): void {
  writeItem('sessionStorage', CARRIED_KEY, JSON.stringify(message));
}

export function showCarriedToast(): void {
  const message = parseJson(readItem('sessionStorage', CARRIED_KEY));
  removeItem('sessionStorage', CARRIED_KEY);
  if (isToastMessage(message)) showToast(message);
}

function isToastMessage(value: unknown): value is ToastMessage {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
