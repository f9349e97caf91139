import { useEffect, useRef } from 'react';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import type { CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import type { LoadedRecurring, Pressed } from './recurring-payment.tsx';
import {
  actionLabel,
  actionsOf,
  cancelText,
  chargeText,
  factsOf,
  offerOf,
  otherPeriodOf,
  priceText,
  stateText,
  type Action,
} from './recurring-texts.ts';

/** The part of the order's page below the order. It loads when there is something to show. */
export function RecurringView({
  shown,
  pressed,
  press,
  retry,
  hasOrder,
}: LoadedRecurring & { hasOrder: boolean }) {
  const { recurring, done, saysState, problem, canRetry } = shown;
  const stateLine = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (shown.takesFocus) stateLine.current?.focus();
  }, [shown]);
  const isComplete = hasOrder && recurring !== null;
  // The address can name this part, which was not there when the page was opened.
  useEffect(() => {
    if (isComplete && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isComplete]);
  const state = recurring && saysState ? stateText(recurring) : '';
  return (
    <section
      className="recurring stack gap-5 packed"
      aria-labelledby="recurring-title"
      id="recurring-payment"
    >
      <h2 className="xl" id="recurring-title">
        Your recurring payment
      </h2>
      <p className="lede" role="status" tabIndex={-1} ref={stateLine}>
        {`${done} ${state}`.trim()}
      </p>
      <p className="error" role="alert">
        {problem}
      </p>
      {canRetry && (
        <Button isBusy={pressed === 'retry'} onClick={retry}>
          Try again
        </Button>
      )}
      {recurring && <Offer {...{ recurring, pressed, press }} />}
      {recurring && (
        <div className="recurring-columns stack gap-6">
          <div className="recurring-facts stack gap-5 packed">
            <dl className="fact-columns">
              {factsOf(recurring).map(([label, text]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <div className="recurring-buttons cluster gap-3 no-print">
              {actionsOf(recurring).map((action) => (
                <Button
                  key={action}
                  isQuiet={action === 'update-card' || action === 'cancel'}
                  isBusy={pressed === action}
                  onClick={() => press(action)}
                >
                  {actionLabel(action, recurring)}
                </Button>
              ))}
            </div>
            <p className="soft">{cancelText(recurring)}</p>
            <OtherPeriod key={recurring.period} {...{ recurring, pressed, press }} />
            {recurring.yearlyAfter && (
              <p className="soft">
                {`You can change to yearly payments after your payment on ${dayText(recurring.yearlyAfter, recurring.timeZone)}.`}
              </p>
            )}
          </div>
          <Charges recurring={recurring} />
        </div>
      )}
    </section>
  );
}

type OfferProps = {
  recurring: CustomerRecurring;
  pressed: Pressed;
  press: (action: Action) => void;
};

/** A new price, which counts only if the customer accepts it. */
function Offer({ recurring, pressed, press }: OfferProps) {
  const offer = offerOf(recurring);
  if (!offer) return null;
  return (
    <section className="recurring-offer stack gap-3 pad-5" aria-labelledby="offer-title">
      <h3 id="offer-title">A new price</h3>
      <p>{offer.sentence}</p>
      {offer.text && <p className="as-typed break">{offer.text}</p>}
      <div className="recurring-buttons cluster gap-3 no-print">
        {(['accept-offer', 'decline-offer'] as const).map((action) => (
          <Button
            key={action}
            isQuiet={action === 'decline-offer'}
            isBusy={pressed === action}
            onClick={() => press(action)}
          >
            {actionLabel(action, recurring)}
          </Button>
        ))}
      </div>
      <p className="soft">{`You can accept it before ${offer.until}. If you don’t answer, your price stays ${priceText(recurring)}.`}</p>
    </section>
  );
}

/** Changes to yearly payments, or back before the first. Opened, it says the price and the day before it counts. */
function OtherPeriod({ recurring, pressed, press }: OfferProps) {
  const other = otherPeriodOf(recurring);
  return (
    other && (
      <details className="order-version recurring-offer pad-5 no-print" id="change-period">
        <summary className="target bold">{other.change}</summary>
        <p>{other.text}</p>
        <Button isBusy={pressed === 'change-period'} onClick={() => press('change-period')}>
          {other.confirm}
        </Button>
      </details>
    )
  );
}

function Charges({ recurring: { orderNumber, charges, timeZone } }: { recurring: CustomerRecurring }) {
  return (
    <section className="receipt" aria-labelledby="payments-title">
      <h2 className="receipt-title" id="payments-title">
        {`Payments for ${orderNumber}`}
      </h2>
      <dl className="receipt-rows money">
        {charges.toReversed().map((charge) => (
          <div className="receipt-row" key={charge.dueAt}>
            <dt>
              <span>{dayText(charge.dueAt, timeZone)}</span>
              <small>{chargeText(charge, timeZone)}</small>
            </dt>
            <dd>{formatUsd(charge.amountCents)}</dd>
          </div>
        ))}
      </dl>
      {charges.length === 0 && <p className="soft">No recurring payments yet.</p>}
    </section>
  );
}
