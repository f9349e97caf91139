import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { priceOf, useCheckout } from '../state/checkout-store.ts';
import { PromoBox } from './promo-box.tsx';
import { ReceiptNews } from './total-announcer.tsx';

/** The receipt beside the information and payment steps. */
export function OrderSummary({ hasPromoBox = false }: { hasPromoBox?: boolean }) {
  return (
    <div className="step-side">
      <Receipt quote={useCheckout(priceOf)} title="Order summary" />
      {hasPromoBox && <PromoBox />}
      <ReceiptNews />
    </div>
  );
}
