import { Button } from '@northlight/shared/ui/button.tsx';
import { formatUsd, type Cents } from '@northlight/shared/catalog/money.ts';
import { useEffect, useRef } from 'react';

type BankConfirmationProps = {
  chargedCents: Cents;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Imitates a bank's confirmation page. Takes the focus. */
export function BankConfirmation({ chargedCents, isBusy, onConfirm, onCancel }: BankConfirmationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="bank stack gap-4 pad-5 frame" aria-labelledby="bank-title">
      <h2 id="bank-title" ref={heading} tabIndex={-1}>
        Your bank needs you to confirm this payment
      </h2>
      <p>
        <span className="money">{formatUsd(chargedCents)}</span> on the card you entered. You won’t be charged
        until you confirm.
      </p>
      <div className="cluster gap-3">
        <Button isBusy={isBusy} busyLabel="Processing..." onClick={onConfirm}>
          Confirm payment
        </Button>
        <Button isQuiet isBusy={isBusy} onClick={onCancel}>
          Cancel payment
        </Button>
      </div>
    </section>
  );
}
