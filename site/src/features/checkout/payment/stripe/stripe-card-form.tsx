import type { PaymentModeResponse } from '@northlight/shared/contracts/payments.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe } from '@stripe/stripe-js';
import { useEffect, useState, type SubmitEvent } from 'react';
import { priceOf, useCheckout } from '../../state/checkout-store.ts';
import type { CardFormProps } from '../card-payment.tsx';
import { PaymentFailed, PaymentFormLoading, PayNow } from '../card-form-parts.tsx';
import { loadStripeOnce } from './load-stripe.ts';
import { payWithStripe } from './pay-with-stripe.ts';

type StripeCardFormProps = CardFormProps & {
  keys: NonNullable<PaymentModeResponse['stripe']>;
  onRetry: () => void;
};

/** Live mode: every field that sees a card belongs to Stripe, in its frame. */
export function StripeCardForm({ keys, onRetry, ...props }: StripeCardFormProps) {
  const isRecurring = useCheckout((state) => priceOf(state).recurringCents > 0);
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
          Stripe’s card form didn’t load. You haven’t been charged, and everything you entered is saved. An ad
          or script blocker may be the cause.
        </p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  if (!stripe) return <PaymentFormLoading />;
  return (
    // The payment starts with Pay Now and must match what is declared here.
    <Elements
      stripe={stripe}
      options={{
        mode: 'payment',
        amount: props.chargedCents,
        currency: 'usd',
        setupFutureUsage: isRecurring ? 'off_session' : null,
        appearance: appearance(),
      }}
    >
      <StripeFields {...props} />
    </Elements>
  );
}

function StripeFields({ chargedCents, pay }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const isBusy = useCheckout((state) => state.isBusy);
  const [failure, setFailure] = useState<{ reason?: string }>();

  async function payNow() {
    if (!stripe || !elements) return;
    // Stripe's fields show their own errors.
    const { error } = await elements.submit();
    if (error) return;
    setFailure(undefined);
    const outcome = await pay(({ clientSecret }) => payWithStripe(stripe, elements, clientSecret));
    if (outcome.kind === 'failed') setFailure(outcome);
  }

  return (
    <form
      className="card-form stack gap-5"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!isBusy) void payNow();
      }}
    >
      <PaymentElement options={{ readOnly: isBusy }} />
      {failure && (
        <PaymentFailed reason={failure.reason}>
          Your bundle and details are saved. Try again, or pay another way.
        </PaymentFailed>
      )}
      <PayNow chargedCents={chargedCents} />
    </form>
  );
}

/** Stripe draws its fields in its own frame. These styles make them match ours. */
function appearance(): Appearance {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: { borderRadius: '8px', fontFamily: 'system-ui, sans-serif', spacingUnit: '4px' },
  };
}
