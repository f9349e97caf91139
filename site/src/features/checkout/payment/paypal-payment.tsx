import { Button } from '@northlight/shared/ui/button.tsx';
import { useState } from 'react';
import { useCheckout } from '../state/checkout-store.ts';
import { ConsentNotice } from './consent-notice.tsx';
import { goToPaypal } from './go-to-paypal.ts';

export function PaypalPayment() {
  const isBusy = useCheckout((state) => state.isBusy);
  const [isFailed, setIsFailed] = useState(false);

  async function pay() {
    setIsFailed(false);
    setIsFailed(!(await goToPaypal()));
  }

  return (
    <div className="paypal">
      <p>
        You'll be redirected to PayPal to approve the payment. Then you’ll come back here, and we’ll place
        your order.
      </p>
      {isFailed && (
        <p className="alert">
          You haven’t been charged, and your bundle and details are saved. Try again, or pay by card.
        </p>
      )}
      <ConsentNotice id="paypal-agreement" />
      <Button
        isBusy={isBusy}
        busyLabel="Processing..."
        aria-describedby="paypal-agreement"
        onClick={() => void pay()}
      >
        Pay with PayPal
      </Button>
    </div>
  );
}
