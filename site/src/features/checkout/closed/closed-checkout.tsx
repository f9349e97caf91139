import { type SubmitEvent, useRef, useState } from 'react';
import { failureText } from '@northlight/shared/contracts/call-error.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { TextField } from '@northlight/shared/ui/field.tsx';
import { call, fieldErrors } from '../../../lib/api-client.ts';
import { Honeypot } from '../../forms/engine/honeypot.tsx';
import { useCheckout } from '../state/checkout-store.ts';

const FAILED = 'We couldn’t save your address. Please try again.';

/** Instead of what would be filled in for nothing. Loaded when nobody can pay. */
export function ClosedCheckout() {
  const [openedAt] = useState(Date.now);
  const leaveEmpty = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState<string>();

  async function leave(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFault(undefined);
    const { checkoutId, serviceIds, addonIds, isYearly, promo } = useCheckout.getState();
    try {
      const { message } = await call('POST /api/closed-checkout', {
        body: {
          checkoutId,
          serviceIds: [...serviceIds],
          addonIds: [...addonIds],
          isYearly,
          promoCode: promo?.code ?? '',
          email: String(new FormData(event.currentTarget).get('email')),
          leaveEmpty: leaveEmpty.current?.value ?? '',
          filledInMs: Math.max(0, Date.now() - openedAt),
        },
      });
      setSaid(message);
    } catch (error) {
      setFault(fieldErrors(error)['email'] ?? failureText(error, FAILED, FAILED));
    }
    setIsBusy(false);
  }

  return (
    <div className="stack gap-4">
      {said ? (
        <p className="notice" role="status">
          {said}
        </p>
      ) : (
        <>
          <p className="notice">
            We can’t take payments at the moment. Leave your email address, and we’ll write to you.
          </p>
          <form className="stack gap-4" noValidate onSubmit={(event) => void leave(event)}>
            <TextField
              id="left-email"
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              isRequired
              error={fault}
            />
            <Honeypot ref={leaveEmpty} />
            <Button type="submit" isBusy={isBusy} busyLabel="Sending...">
              Leave my address
            </Button>
          </form>
        </>
      )}
    </div>
  );
}
