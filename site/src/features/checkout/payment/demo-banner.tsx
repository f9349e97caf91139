import { useEffect } from 'react';
import { useCheckout } from '../state/checkout-store.ts';
import { fetchOffer } from './fetch-payment-options.ts';

/** Says that nothing is charged. Its space is reserved, so that nothing shifts when the response arrives. */
export function DemoRibbon() {
  const isDemo = useCheckout((state) => state.offer?.mode === 'demo');
  useEffect(() => {
    fetchOffer().catch(() => {
      // Without an answer nothing is claimed; the payment step asks again.
    });
  }, []);
  return (
    <p className="demo-ribbon">
      {isDemo && (
        <span>
          <strong>Demo: no money moves.</strong> Test cards are listed on the payment step.
        </span>
      )}
    </p>
  );
}
