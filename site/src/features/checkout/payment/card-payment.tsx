import type { Cents } from '@northlight/shared/catalog/money.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { PaymentIntentResponse } from '@northlight/shared/contracts/checkout.ts';
import { useEffect, useState } from 'react';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import { priceOf, useCheckout } from '../state/checkout-store.ts';
import { fetchPaymentOptions } from './fetch-payment-options.ts';
import { DemoCardForm } from './demo-card-form.tsx';
import { PaymentFormError, PaymentFormLoading } from './card-form-parts.tsx';
import { payByCard, type CardOutcome, type Confirmation } from './pay-by-card.ts';
import { UnclearPayment } from './unclear-payment.tsx';

export type CardFormProps = {
  chargedCents: Cents;
  /** Handles Pay Now. `confirm` charges the card. */
  pay: (confirm: (intent: PaymentIntentResponse) => Promise<Confirmation>) => Promise<CardOutcome>;
};

export function CardPayment() {
  const { dueTodayCents } = useCheckout(priceOf);
  const [repriced, setRepriced] = useState<{ from: Cents; to: Cents } | null>(null);
  const [isUnclear, setIsUnclear] = useState(false);
  const isRepriced = repriced !== null && repriced.from === dueTodayCents;
  const chargedCents = isRepriced ? repriced.to : dueTodayCents;

  const pay: CardFormProps['pay'] = async (confirm) => {
    const outcome = await payByCard(chargedCents, confirm);
    if (outcome.kind === 'repriced') setRepriced({ from: dueTodayCents, to: outcome.chargedCents });
    if (outcome.kind === 'unclear') setIsUnclear(true);
    return outcome;
  };

  if (isUnclear) return <UnclearPayment onNothingCharged={() => setIsUnclear(false)} />;
  return (
    <>
      {isRepriced && (
        <p
          className="alert"
          role="alert"
        >{`The price has changed. You’ll be charged ${formatUsd(chargedCents)}, not the ${formatUsd(dueTodayCents)} on this receipt. You haven’t been charged yet. Pay only if you agree to the new price.`}</p>
      )}
      <CardForm chargedCents={chargedCents} pay={pay} />
    </>
  );
}

const loadStripeForm = async () => (await import('./stripe/stripe-card-form.tsx')).StripeCardForm;

/** Our own card form is never shown in live mode, so none of our fields sees a real card. */
function CardForm(props: CardFormProps) {
  const paymentOptions = useCheckout((state) => state.paymentOptions);
  const keys = paymentOptions?.stripe ?? null;
  const [attempt, setAttempt] = useState(0);
  const { part: StripeCardForm, isFailed } = useLazy(loadStripeForm, keys !== null);
  const [isSilent, setIsSilent] = useState(false);
  // The page asked when it opened, but the response may have been lost.
  useEffect(() => {
    if (!paymentOptions) fetchPaymentOptions().catch(() => setIsSilent(true));
  }, [paymentOptions]);
  const retry = () => {
    setIsSilent(false);
    setAttempt(attempt + 1);
    if (!paymentOptions) fetchPaymentOptions().catch(() => setIsSilent(true));
  };
  if (paymentOptions?.mode === 'demo') return <DemoCardForm {...props} />;
  if (StripeCardForm && keys) return <StripeCardForm key={attempt} {...props} keys={keys} onRetry={retry} />;
  return isFailed || isSilent ? <PaymentFormError onRetry={retry} /> : <PaymentFormLoading />;
}
