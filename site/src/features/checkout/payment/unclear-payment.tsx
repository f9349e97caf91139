import { Button } from '@northlight/shared/ui/button.tsx';
import { useCallback, useState } from 'react';
import { notify } from '../state/checkout-store.ts';
import { findOrder } from './place-order.ts';
import { useAskAgain } from './use-ask-again.ts';

// Outside the component, so it runs once and not on each render.
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/**
 * The card may have been charged, and the result could not be checked. Calls `onNothingCharged` if it was
 * not.
 */
export function UnclearPayment({ onNothingCharged }: { onNothingCharged: () => void }) {
  const [isChecking, setIsChecking] = useState(false);
  const [attempt, setAttempt] = useState(0);

  const check = useCallback(async () => {
    setIsChecking(true);
    const found = await findOrder();
    setIsChecking(false);
    setAttempt((before) => before + 1);
    if (found === 'none') notify('Your card wasn’t charged. You can try again, or pay another way.');
    if (found === 'none' || found === 'other') onNothingCharged();
  }, [onNothingCharged]);
  const ask = useCallback(() => void check(), [check]);
  useAskAgain(attempt, isChecking ? null : ask);

  return (
    <div className="confirming stack gap-4 pad-5 frame">
      <h2 className="confirming-title" ref={takeFocus} tabIndex={-1}>
        We couldn’t confirm your payment
      </h2>
      <p>
        We lost the connection while your card was being charged. Please don’t pay again yet. If the payment
        went through, we’ll finish your order automatically and email you the order number.
      </p>
      <div className="cluster gap-3">
        <Button isBusy={isChecking} busyLabel="Checking…" onClick={ask}>
          Check again
        </Button>
      </div>
    </div>
  );
}
