import type { Cents } from '@northlight/shared/catalog/money.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { useCheckout } from '../state/checkout-store.ts';
import { ConsentNotice } from './consent-notice.tsx';

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
