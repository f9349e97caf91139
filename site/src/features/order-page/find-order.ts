import { call, problemText } from '../../lib/api-client.ts';
import { linkInAddress } from '../../lib/order-page.ts';

const { order, key } = linkInAddress();
const page = document.getElementById('find-order');
const form = page?.querySelector('form');
const button = page?.querySelector('button');
const label = button?.querySelector('span');

function say(selector: string, words: string): void {
  const element = page?.querySelector(selector);
  if (element) element.textContent = words;
}

function show(): void {
  document.getElementById('order')?.remove();
  page?.removeAttribute('hidden');
  const number = form?.querySelector<HTMLInputElement>('#orderNumber');
  if (number) number.value = order;
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (!button || !label || button.ariaDisabled) return;
  const text = label.textContent;
  button.ariaDisabled = 'true';
  label.textContent = 'Sending…';
  say('.field-error', '');
  say('[role=status]', '');
  try {
    const given = new FormData(form);
    const body = { orderNumber: String(given.get('orderNumber')), email: String(given.get('email')) };
    say('[role=status]', (await call('POST /api/order-link', { body })).message);
  } catch (error) {
    say('.field-error', problemText(error));
  }
  button.ariaDisabled = null;
  label.textContent = text;
});

/** The page that this tab opened before, if it is this order's. Stored by `lib/order-page.ts`. */
function openedBefore(): string | null {
  try {
    const page = sessionStorage.getItem('northlight-order');
    return page?.startsWith(`/order?${new URLSearchParams({ order })}&`) ? page : null;
  } catch {
    return null;
  }
}

// Without a link, the first paint has the form and does not wait for React.
if (!order || !key) {
  const page = order && openedBefore();
  if (page) location.replace(page);
  else show();
}
addEventListener('order-not-found', () => {
  show();
  say(
    '#invalid-link',
    'This link isn’t valid. Please check that you opened the whole link, or ask for a new one.',
  );
});
