import { readConfirmation } from '../../lib/order-confirmation.ts';

const HOME_AFTER_MS = 3_000;

/** Without an order, the page says so in its first paint, which does not wait for React. */
if (!readConfirmation()) {
  document.getElementById('order')?.remove();
  document.getElementById('no-order')?.removeAttribute('hidden');
  setTimeout(() => location.replace('/'), HOME_AFTER_MS);
}
