import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { PaymentIntentAnswer, PaymentModeAnswer } from '@northlight/shared/contracts/checkout.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { closeToast } from '@northlight/shared/ui/toasts.ts';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useCheckout } from '../../checkout-store.ts';
import { Preparing } from '../form-states.tsx';
import { PayNow } from '../pay-now.tsx';
import { loadStripeOnce } from './load-stripe.ts';
import { payWithStripe } from './pay-with-stripe.ts';

type StripeCardFormProps = {
  keys: NonNullable<PaymentModeAnswer['stripe']>;
  intent: PaymentIntentAnswer;
  chargedCents: Cents;
  onRetry: () => void;
};

/** Live mode: every field that sees a card belongs to Stripe and lives in its frame. */
export function StripeCardForm({ keys, intent, chargedCents, onRetry }: StripeCardFormProps) {
  const [stripe, setStripe] = useState<Stripe | 'failed' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadStripeOnce(keys).then(
      (loaded) => isCurrent && setStripe(loaded),
      () => isCurrent && setStripe('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [keys]);
  if (stripe === 'failed') {
    return (
      <div className="alert">
        <p>
          Stripe’s card fields did not load. Nothing was charged, and everything you entered is kept. A
          blocker in your browser may keep them out.
        </p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  if (!stripe) return <Preparing />;
  return (
    <Elements stripe={stripe} options={{ clientSecret: intent.clientSecret, appearance: appearance() }}>
      <StripeFields intent={intent} chargedCents={chargedCents} onRetry={onRetry} />
    </Elements>
  );
}

function StripeFields({ intent, chargedCents, onRetry }: Omit<StripeCardFormProps, 'keys'>) {
  const stripe = useStripe();
  const elements = useElements();
  const isBusy = useCheckout((state) => state.isBusy);
  const [isFailed, setIsFailed] = useState(false);

  async function pay() {
    if (!stripe || !elements) return;
    closeToast();
    useCheckout.setState({ isBusy: true, notice: null });
    const outcome = await payWithStripe(stripe, elements, chargedCents);
    if (outcome === 'paid')
      useCheckout.setState({ madePayment: { paymentIntentId: intent.paymentIntentId } });
    else useCheckout.setState({ isBusy: false });
    if (outcome === 'over') onRetry();
    else setIsFailed(outcome === 'failed');
  }

  return (
    <form
      className="card-form"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!isBusy) void pay();
      }}
    >
      <PaymentElement options={{ readOnly: isBusy }} />
      {isFailed && <p className="alert">Your bundle and details are kept: try again, or pay another way.</p>}
      <PayNow chargedCents={chargedCents} />
    </form>
  );
}

/** Stripe draws its fields in its own frame; these make them look at home. */
function appearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: { borderRadius: '8px', fontFamily: 'system-ui, sans-serif', spacingUnit: '4px' },
  };
}
