import { Button } from '@northlight/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import type { MadePayment } from '../state/checkout-progress.ts';
import { confirmPayment, restartCheckout, type ConfirmFailure } from './confirm-payment.ts';

// Outside the component, so that it runs once and not with each render.
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** The payment is made, its order not yet placed: places it, and says what is safe when that fails. */
export function ConfirmingPayment({ payment }: { payment: MadePayment }) {
  const [attempt, setAttempt] = useState(0);
  return <SettleAttempt key={attempt} payment={payment} onRetry={() => setAttempt(attempt + 1)} />;
}

function SettleAttempt({ payment, onRetry }: { payment: MadePayment; onRetry: () => void }) {
  const [failure, setFailure] = useState<ConfirmFailure | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void confirmPayment(payment).then((found) => isCurrent && setFailure(found));
    return () => {
      isCurrent = false;
    };
  }, [payment]);

  if (!failure) {
    return (
      <div className="settling" role="status">
        <p className="settling-title">Placing your order...</p>
        <p>Your payment went through. This takes a moment. Please keep this page open.</p>
      </div>
    );
  }
  return (
    <div className="settling">
      <h2 className="settling-title" ref={takeFocus} tabIndex={-1}>
        Your payment is safe
      </h2>
      <p>
        It was accepted, but we couldn’t place your order just now. We’ll finish it automatically and email
        you the order number. You can also try again here. You won’t be charged twice.
      </p>
      {failure.isFinal && <p>Details: {failure.message}</p>}
      <div className="bank-actions">
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
