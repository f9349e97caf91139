import { Button } from '@northlight/shared/ui/button.tsx';
import { CheckMark } from '@northlight/shared/ui/check-mark.tsx';
import { Field } from '@northlight/shared/ui/field.tsx';
import { closeToast } from '@northlight/shared/ui/toasts.ts';
import { useState, type SubmitEvent } from 'react';
import { applyPromo } from './apply-promo.ts';
import { promoRejected, promoRemoved, promoTyped, useCheckout } from '../state/checkout-store.ts';

export function PromoBox() {
  const promo = useCheckout((state) => state.promo);
  const promoText = useCheckout((state) => state.promoText);
  const promoError = useCheckout((state) => state.promoError);
  const [isApplying, setIsApplying] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isApplying) return;
    if (promo) {
      closeToast();
      promoRemoved();
    } else if (promoText.trim() === '') {
      promoRejected('Please enter a promo code');
    } else {
      setIsApplying(true);
      await applyPromo(promoText.trim());
      setIsApplying(false);
    }
  }

  return (
    <form className="promo" noValidate onSubmit={submit}>
      <Field
        label="Promo code"
        id="promoCode"
        error={promoError ?? undefined}
        help={promo ? 'Select Applied to remove the code.' : undefined}
      >
        {(described) => (
          <div className="promo-row stack gap-2">
            <input
              className="input"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={promo?.code ?? promoText}
              readOnly={promo !== null || isApplying}
              onChange={(event) => promoTyped(event.target.value)}
              {...described}
            />
            <Button type="submit" isQuiet isBusy={isApplying} busyLabel="Applying...">
              {promo ? (
                <>
                  <CheckMark /> <span>Applied</span>
                </>
              ) : (
                'Apply'
              )}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
