import { useEffect } from 'react';
import type { OpenPayment } from '@northlight/shared/contracts/checkout.ts';
import { PaymentStep } from '../checkout/payment/payment-step.tsx';
import { startQuotePayment } from '../checkout/start-checkout.ts';
import { useCheckout } from '../checkout/state/checkout-store.ts';
import type { QuoteLink } from './use-quote.ts';

/** The payment of an accepted quote: the payment step of the checkout, on the page of the quote. */
export function QuotePayment({ link, payment }: { link: QuoteLink; payment: OpenPayment }) {
  const notice = useCheckout((state) => state.notice);
  const isReady = useCheckout((state) => state.isRestored && state.checkoutId === payment.checkoutId);
  const { quote, key } = link;
  const { checkoutId, reason, price } = payment;
  useEffect(
    () => startQuotePayment(checkoutId, { order: quote, key, price, title: `Payment for ${reason}` }),
    // The price of a checkout never changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [checkoutId, quote, key],
  );
  return (
    <div className="checkout">
      <div className="checkout-notice" role="status">
        {notice && <p className="notice">{notice}</p>}
      </div>
      {isReady && <PaymentStep />}
    </div>
  );
}
