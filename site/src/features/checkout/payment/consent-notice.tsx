import { consentText } from '@northlight/shared/catalog/consent.ts';
import { formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { priceOf, useCheckout } from '../state/checkout-store.ts';

/** Says what the customer agrees to by pressing the button. */
export function ConsentNotice({ id, chargedCents }: { id: string; chargedCents?: Cents }) {
  const price = useCheckout(priceOf);
  const consent = consentText(price);
  return (
    <div className="consent-notice" id={id}>
      <p>
        You’ll pay <strong className="money">{formatUsd(chargedCents ?? price.dueTodayCents)}</strong> today.
      </p>
      {consent && <p>{consent}</p>}
    </div>
  );
}
