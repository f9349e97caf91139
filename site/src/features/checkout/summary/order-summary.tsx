import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { priceOf, useCheckout } from '../state/checkout-store.ts';
import { PromoBox } from './promo-box.tsx';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';

/** The receipt beside the information and payment steps. */
export function OrderSummary({ hasPromoBox = false }: { hasPromoBox?: boolean }) {
  return (
    <div className="step-side stack packed gap-4">
      <Receipt price={useCheckout(priceOf)} title="Order summary" />
      {hasPromoBox && <PromoBox />}
      <TotalAnnouncer />
    </div>
  );
}

/** The total above a step on a narrow screen. It unfolds the receipt. */
export function SummaryBar() {
  const price = useCheckout(priceOf);
  return (
    <details className="summary-bar">
      <summary className="cluster middle sm">
        Order summary <strong className="money">{formatUsd(price.dueTodayCents)}</strong>
      </summary>
      <Receipt price={price} title="What you pay" />
    </details>
  );
}

/** Announces the new total to screen readers in one sentence. */
export function TotalAnnouncer() {
  const isEmpty = useCheckout((state) => state.serviceIds.length === 0);
  const price = useCheckout(priceOf);
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : totalSentence(price)}
    </p>
  );
}

function totalSentence(price: Price): string {
  const then = recurringText(price);
  return `Due today: ${formatUsd(price.dueTodayCents)}${then ? `, then ${then}` : ''}.`;
}
