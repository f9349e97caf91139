import { Button } from '@northlight/shared/ui/button.tsx';
import { useState } from 'react';
import { useCheckout } from '../state/checkout-store.ts';
import { findOrder } from './find-order.ts';

// Outside the component, so that it runs once and not with each render.
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** The card may have been charged, and nobody could be asked. `onNothingCharged` when it was not. */
export function UnclearPayment({ onNothingCharged }: { onNothingCharged: () => void }) {
  const [isChecking, setIsChecking] = useState(false);

  async function check() {
    setIsChecking(true);
    const found = await findOrder();
    setIsChecking(false);
    if (found !== 'none') return;
    useCheckout.setState({ notice: 'Your card was not charged. You can try again, or pay another way.' });
    onNothingCharged();
  }

  return (
    <div className="settling">
      <h2 className="settling-title" ref={takeFocus} tabIndex={-1}>
        We could not confirm your payment
      </h2>
      <p>
        The connection was lost while your card was being charged. Please do not pay again yet. If the payment
        went through, your order completes by itself and we email you the order number.
      </p>
      <div className="bank-actions">
        <Button isBusy={isChecking} busyLabel="Checking..." onClick={() => void check()}>
          Check again
        </Button>
      </div>
    </div>
  );
}
