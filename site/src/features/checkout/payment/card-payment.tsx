import { dollarsToCents, formatUsd, type Cents } from '@northlight/shared/catalogue/money.ts';
import type { PaymentIntentAnswer } from '@northlight/shared/contracts/checkout.ts';
import { useEffect, useState } from 'react';
import { useLazy } from '../../../lib/use-lazy.ts';
import { priceOf, useCheckout } from '../checkout-store.ts';
import { fetchOffer } from '../fetch-offer.ts';
import { DemoCardForm } from './demo-card-form.tsx';
import { NotReady, Preparing } from './form-states.tsx';
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
      return <Preparing />;
    case 'failed':
      return <NotReady onRetry={onRetry} />;
    case 'ready': {
      const { intent } = state;
      const chargedCents = dollarsToCents(intent.amount);
      return (
        <>
          {chargedCents !== dueTodayCents && (
            <p className="alert" role="alert">
              The price at the checkout has changed: {formatUsd(chargedCents)} will be charged, not the{' '}
              {formatUsd(dueTodayCents)} of this receipt. Pay only if that is right for you.
            </p>
          )}
          <CardForm intent={intent} chargedCents={chargedCents} onRetry={onRetry} />
        </>
      );
    }
  }
}

type CardFormProps = { intent: PaymentIntentAnswer; chargedCents: Cents; onRetry: () => void };

const loadStripeForm = async () => (await import('./stripe/stripe-card-form.tsx')).StripeCardForm;

/** Our own card form stays out of reach wherever money moves: no field of ours may see a real card. */
function CardForm({ intent, chargedCents, onRetry }: CardFormProps) {
  const keys = useCheckout((state) => state.offer?.stripe ?? null);
  const isLive = intent.mode !== 'demo';
  const { part: StripeCardForm, isFailed } = useLazy(loadStripeForm, isLive && keys !== null);
  const [isSilent, setIsSilent] = useState(false);
  // The page asked when it opened; that answer may have been lost.
  useEffect(() => {
    if (isLive && !keys) fetchOffer().catch(() => setIsSilent(true));
  }, [isLive, keys]);
  if (!isLive) return <DemoCardForm intent={intent} chargedCents={chargedCents} onRetry={onRetry} />;
  if (StripeCardForm && keys) {
    return <StripeCardForm keys={keys} intent={intent} chargedCents={chargedCents} onRetry={onRetry} />;
  }
  return isFailed || isSilent ? <NotReady onRetry={onRetry} /> : <Preparing />;
}
