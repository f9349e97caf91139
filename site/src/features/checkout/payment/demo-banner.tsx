import { useEffect } from 'react';
import { useCheckout } from '../state/checkout-store.ts';
import { fetchPaymentOptions } from './fetch-payment-options.ts';

/** Says that nothing is charged. Its space is reserved, so nothing shifts when the response arrives. */
export function DemoBanner() {
  const isDemo = useCheckout((state) => state.paymentOptions?.mode === 'demo');
  useEffect(() => {
    fetchPaymentOptions().catch(() => {
      // Without a response it says nothing. The payment step asks again.
    });
  }, []);
  return (
    <p className="demo-banner">
      {isDemo && (
        <span>
          <strong>Demo mode: no real charges.</strong> You’ll find test cards on the payment step.
        </span>
      )}
    </p>
  );
}
