import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';
import type { Quote } from '@northlight/shared/catalog/quote.ts';
import { priceOf, useCheckout } from '../state/checkout-store.ts';

/** Announces the new total to screen readers in one sentence. */
export function ReceiptNews() {
  const isEmpty = useCheckout((state) => state.serviceIds.length === 0);
  const price = useCheckout(priceOf);
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : newsOf(price)}
    </p>
  );
}

function newsOf(price: Quote): string {
  const then = recurringText(price);
  return `Due today: ${formatUsd(price.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
}
