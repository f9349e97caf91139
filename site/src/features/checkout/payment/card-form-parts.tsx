import { useEffect, useRef, type ReactNode } from 'react';
import { type Cents, formatUsd } from '@northlight/shared/catalog/money.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { priceOf, useCheckout } from '../state/checkout-store.ts';
import { consentText } from '@northlight/shared/catalog/consent.ts';

/** The end of a card form: the consent and the button. */
export function PayNow({ chargedCents }: { chargedCents: Cents }) {
  const isBusy = useCheckout((state) => state.isBusy);
  return (
    <>
      <ConsentNotice id="card-agreement" chargedCents={chargedCents} />
      <Button
        id="pay-now"
        type="submit"
        isBusy={isBusy}
        busyLabel="Processing..."
        aria-describedby="card-agreement"
      >
        Pay Now
      </Button>
    </>
  );
}

/** Says what the customer agrees to by pressing the button. */
export function ConsentNotice({ id, chargedCents }: { id: string; chargedCents?: Cents }) {
  const price = useCheckout(priceOf);
  const consent = consentText(price);
  return (
    <div className="consent-notice stack gap-1 sm" id={id}>
      <p>
        You’ll pay <strong className="money">{formatUsd(chargedCents ?? price.dueTodayCents)}</strong> today.
      </p>
      {consent && <p>{consent}</p>}
    </div>
  );
}

export function PaymentFormLoading() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading the payment form.</span>
    </div>
  );
}

export function PaymentFormError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="alert">
      <p>The payment form didn’t load. You haven’t been charged, and everything you entered is saved.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/** What to do after a payment failed, after the provider's `reason`. Takes the focus, because the toast goes away. */
export function PaymentFailed({ reason, children }: { reason?: string | undefined; children: ReactNode }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <p className="alert" ref={notice} tabIndex={-1}>
      {reason && <span>{`${reason} `}</span>}
      {children}
    </p>
  );
}
