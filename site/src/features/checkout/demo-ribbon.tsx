import { useEffect } from 'react';
import { useCheckout } from './checkout-store.ts';
import { fetchOffer } from './fetch-offer.ts';

/** Says that no money moves (D9). Its place is kept free, so that nothing shifts when the answer comes. */
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
          <strong>Demo mode: no real charges.</strong> You’ll find test cards on the payment step.
        </span>
      )}
    </p>
  );
}
