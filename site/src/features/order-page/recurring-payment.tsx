import { useCallback, useEffect, useRef, useState } from 'react';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import type { CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { call, problemText } from '../../lib/api-client.ts';
import { linkInAddress } from '../../lib/order-page.ts';
import {
  ACTION_LABELS,
  actionsOf,
  cancelText,
  chargeText,
  factsOf,
  isSafeUrl,
  offerOf,
  otherPeriodOf,
  priceText,
  stateText,
  type Action,
} from './recurring-texts.ts';

type Shown = {
  recurring: CustomerRecurring | null;
  /** What the customer just did, and the state as a sentence. */
  state: string;
  problem: string;
  canRetry: boolean;
  /** The pressed button may be gone, so the state takes the focus. */
  takesFocus: boolean;
};
const NOTHING: Shown = { recurring: null, state: '', problem: '', canRetry: false, takesFocus: false };

/** Nothing for an order without a recurring payment, or until it turns out to have one. `hasOrder`: the order above is shown. */
export function RecurringPayment({ hasOrder }: { hasOrder: boolean }) {
  const { shown, pressed, press, retry } = useRecurring();
  const { recurring, state, problem, canRetry } = shown;
  const stateLine = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (shown.takesFocus) stateLine.current?.focus();
  }, [shown]);
  const isComplete = hasOrder && recurring !== null;
  // The address can name this part, which was not there when the page was opened.
  useEffect(() => {
    if (isComplete && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isComplete]);
  if (!recurring && !problem) return null;
  return (
    <section className="recurring" aria-labelledby="recurring-title" id="recurring-payment">
      <h2 className="xl" id="recurring-title">
        Your recurring payment
      </h2>
      <p className="lede" role="status" tabIndex={-1} ref={stateLine}>
        {state}
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
          <div className="recurring-facts">
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
                  {ACTION_LABELS[action]}
                </Button>
              ))}
            </div>
            <p className="soft">{cancelText(recurring)}</p>
            <OtherPeriod key={recurring.period} {...{ recurring, pressed, press }} />
          </div>
          <Charges recurring={recurring} />
        </div>
      )}
    </section>
  );
}

type OfferProps = {
  recurring: CustomerRecurring;
  pressed: Action | 'retry' | null;
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
            {ACTION_LABELS[action]}
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

/** Loads the recurring payment of the link in the address, and changes it, one request at a time. */
function useRecurring() {
  const [shown, setShown] = useState(NOTHING);
  const [pressed, setPressed] = useState<Action | 'retry' | null>(null);
  const isActing = useRef(false);
  const loading = useRef(Promise.resolve());

  /** `done` is what the customer just did. */
  const load = useCallback(async (done?: string): Promise<void> => {
    const takesFocus = done !== undefined;
    try {
      const recurring = await call('GET /api/recurring-payment', { query: linkInAddress() });
      const state = `${done ?? ''} ${stateText(recurring)}`.trim();
      setShown({ ...NOTHING, recurring, state, takesFocus });
    } catch (error) {
      setShown((before) => ({
        ...explained(before, error),
        state: done || before.state,
        canRetry: true,
        takesFocus: takesFocus && !before.canRetry,
      }));
    }
  }, []);

  const act = async (action: Action): Promise<void> => {
    const offer = shown.recurring && offerOf(shown.recurring);
    const isAnswer = action === 'accept-offer' || action === 'decline-offer';
    try {
      const { message, url } = await call('POST /api/recurring-payment', {
        query: linkInAddress(),
        body: {
          action,
          ...(isAnswer && offer && { offer: { id: offer.id, chargeAt: offer.chargeAt } }),
          otherPeriod: shown.recurring?.otherPeriod ?? undefined,
        },
      });
      if (url && isSafeUrl(url, location.origin)) return location.assign(url);
      // The state says it with the date.
      await load(action === 'cancel' ? '' : message);
    } catch (error) {
      // The offer or the other period’s price may have ended or changed.
      if (isAnswer || action === 'change-period') await load();
      setShown((before) => explained(before, error));
    }
  };

  const inTurn = async (button: Action | 'retry', work: () => Promise<void>): Promise<void> => {
    if (isActing.current) return;
    isActing.current = true;
    setPressed(button);
    await loading.current;
    await work();
    setPressed(null);
    isActing.current = false;
  };

  useEffect(() => {
    const { order, key } = linkInAddress();
    if (!order || !key) return;
    const reload = () => {
      if (!isActing.current) loading.current = loading.current.then(() => load());
    };
    // After the provider's page, or another tab.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reload();
    const onReturn = () => document.visibilityState === 'visible' && reload();
    reload();
    addEventListener('pageshow', onShow);
    addEventListener('online', reload);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      removeEventListener('pageshow', onShow);
      removeEventListener('online', reload);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [load]);

  return {
    shown,
    pressed,
    press: (action: Action) => void inTurn(action, () => act(action)),
    retry: () => void inTurn('retry', () => load('')),
  };
}

/** A failure leaves what is shown, unless there is no such recurring payment. */
function explained(before: Shown, error: unknown): Shown {
  if (error instanceof CallError && error.status === 404) return NOTHING;
  return { ...before, problem: problemText(error), canRetry: false, takesFocus: false };
}
