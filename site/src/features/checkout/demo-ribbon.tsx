import { PAYMENT_MODE_PATH, type PaymentModeAnswer } from '@northlight/shared/contracts/checkout.ts';
import { useEffect, useState } from 'react';
import { getJson } from '../../lib/api-client.ts';

/** Says that no money moves (D9). Its place is kept free, so that nothing shifts when the answer comes. */
export function DemoRibbon() {
  const [isDemo, setIsDemo] = useState(false);
  useEffect(() => {
    getJson<PaymentModeAnswer>(PAYMENT_MODE_PATH).then(
      ({ mode }) => setIsDemo(mode === 'demo'),
      () => {
        // Without an answer nothing is claimed; the payment step asks again.
      },
    );
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
