import { showToast, type ToastMessage } from '@northlight/shared/ui/toasts.ts';
import { parseJson, readItem, removeItem, writeItem } from './web-storage.ts';

const FLASH_KEY = 'northlight-toast';

/** For the next page: a toast on this page would disappear with it. */
export function storeFlashToast(message: ToastMessage): void {
  writeItem('sessionStorage', FLASH_KEY, JSON.stringify(message));
}

export function showFlashToast(): void {
  const message = parseJson(readItem('sessionStorage', FLASH_KEY));
  removeItem('sessionStorage', FLASH_KEY);
  if (isToastMessage(message)) showToast(message);
}

function isToastMessage(value: unknown): value is ToastMessage {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
