import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { call } from '../api-client.ts';

const promoCode = new URLSearchParams(location.search).get('promo')?.trim();
if (promoCode && location.pathname !== '/checkout') void showLinkedPromo(promoCode);

/** Says what the code in the address is worth. Checkout applies it, and checks it again. */
async function showLinkedPromo(code: string): Promise<void> {
  const response = await call('POST /api/promo-code', { body: { promoCode: code } }).catch(() => null);
  if (!response) return;
  const line = document.createElement('p');
  line.className = 'wrap';
  // Above the hero's stripes. Here, because the pages' own styles are what their HTML has room for.
  line.style.cssText =
    'position: relative; z-index: 1; padding: var(--space-3) var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper-raised); font-size: var(--text-sm); font-weight: 550';
  line.setAttribute('role', 'status');
  document.getElementById('content')?.before(line);
  line.textContent = response.valid
    ? `${response.code}: ${response.percentOff ? `${response.percentOff}%` : formatPrice(response.amountOff * 100)} off your first payment${response.serviceIds ? ' for selected services' : ''}. We’ll apply it at checkout.`
    : (response.message ??
      'The promo code in your link is invalid or expired. You can still order without it.');
}
