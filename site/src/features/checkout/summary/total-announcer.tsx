import { formatUsd } from '@northlight/shared/catalogue/money.ts';
import { recurringText } from '@northlight/shared/catalogue/receipt.ts';
import type { Quote } from '@northlight/shared/catalogue/quote.ts';
import { priceOf, useCheckout } from '../state/checkout-store.ts';

/** Announces the new total to screen readers in one sentence. */
export function ReceiptNews() {
  const state = useCheckout();
  return (
    <p className="visually-hidden" role="status">
      {state.serviceIds.length === 0 ? '' : newsOf(priceOf(state))}
    </p>
  );
}

function newsOf(price: Quote): string {
  const then = recurringText(price);
  return `Due today: ${formatUsd(price.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
}
