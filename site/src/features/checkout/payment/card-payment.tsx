import { Button } from '@northlight/shared/ui/button.tsx';
import { dollarsToCents, formatUsd } from '@northlight/shared/catalogue/money.ts';
import { useState } from 'react';
import { priceOf, useCheckout } from '../checkout-store.ts';
import { DemoCardForm } from './demo-card-form.tsx';
import { usePaymentIntent } from './use-payment-intent.ts';

export function CardPayment() {
  const [attempt, setAttempt] = useState(0);
  const promoCode = useCheckout(({ promo }) => promo?.code);
  // Another promo code is another price, and so another payment.
  return <CardAttempt key={`${promoCode}/${attempt}`} onRetry={() => setAttempt(attempt + 1)} />;
}

function CardAttempt({ onRetry }: { onRetry: () => void }) {
  const state = usePaymentIntent();
  const { dueTodayCents } = priceOf(useCheckout());
  switch (state.status) {
    case 'loading':
      return (
        <div className="skeleton" role="status">
          <span className="visually-hidden">The payment form is being prepared.</span>
        </div>
      );
    case 'failed':
      return (
        <div className="alert">
          <p>The payment form is not ready. Nothing was charged, and everything you entered is kept.</p>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      );
    case 'ready': {
      const { intent } = state;
      const chargedCents = dollarsToCents(intent.amount);
      // Our own card form stays out of reach wherever money moves: no field of ours may see a real card.
      if (intent.mode !== 'demo') return <NotSetUp />;
      return (
        <>
          {chargedCents !== dueTodayCents && (
            <p className="alert" role="alert">
              The price at the checkout has changed: {formatUsd(chargedCents)} will be charged, not the{' '}
              {formatUsd(dueTodayCents)} of this receipt. Pay only if that is right for you.
            </p>
          )}
          <DemoCardForm intent={intent} chargedCents={chargedCents} />
        </>
      );
    }
  }
}

function NotSetUp() {
  return (
    <p className="alert">
      Card payments are not set up on this site yet. Nothing was charged; please choose PayPal above.
    </p>
  );
}
