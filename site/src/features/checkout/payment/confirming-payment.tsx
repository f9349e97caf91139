import { Button } from '@northlight/shared/ui/button.tsx';
import { useCallback, useEffect, useState } from 'react';
import type { MadePayment } from '../state/checkout-progress.ts';
import { confirmPayment, restartCheckout, type ConfirmFailure } from './confirm-payment.ts';
import { useAskAgain } from './use-ask-again.ts';

// Outside the component, so it runs once and not on each render.
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** Places the order of a completed payment, and says what is safe if that fails. */
export function ConfirmingPayment({ payment }: { payment: MadePayment }) {
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return <SettleAttempt key={attempt} {...{ payment, attempt }} onRetry={retry} />;
}

type SettleAttemptProps = { payment: MadePayment; attempt: number; onRetry: () => void };

function SettleAttempt({ payment, attempt, onRetry }: SettleAttemptProps) {
  const [failure, setFailure] = useState<ConfirmFailure | null>(null);
  useAskAgain(attempt, failure && !failure.isFinal ? onRetry : null);

  useEffect(() => {
    let isCurrent = true;
    void confirmPayment(payment).then((found) => isCurrent && setFailure(found));
    return () => {
      isCurrent = false;
    };
  }, [payment]);

  if (!failure) {
    return (
      <div className="confirming stack gap-4 pad-5 frame" role="status">
        <p className="confirming-title">Placing your order…</p>
        <p>Your payment went through. This takes a moment. Please keep this page open.</p>
      </div>
    );
  }
  return (
    <div className="confirming stack gap-4 pad-5 frame">
      <h2 className="confirming-title" ref={takeFocus} tabIndex={-1}>
        Your payment is safe
      </h2>
      <p>
        It was accepted, but we couldn’t place your order just now. We’ll finish it automatically and email
        you the order number. You can also try again here. You won’t be charged twice.
      </p>
      {failure.isFinal && <p>{`Details: ${failure.message}`}</p>}
      <div className="cluster gap-3">
        <Button onClick={onRetry}>Try again</Button>
        {failure.isFinal && (
          <Button isQuiet onClick={restartCheckout}>
            Start a new checkout
          </Button>
        )}
      </div>
    </div>
  );
}
