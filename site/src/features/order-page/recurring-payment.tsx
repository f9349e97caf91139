import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { parseUrl } from '@northlight/shared/contracts/parse-url.ts';
import type { ChangeRecurring, CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import { call, problemText } from '../../lib/api-client.ts';
import { linkInAddress } from '../../lib/order-page.ts';
import { LoadProblem } from './notices.tsx';

type Action = ChangeRecurring['action'];
export type Pressed = Action | 'retry' | null;

type Shown = {
  recurring: CustomerRecurring | null;
  /** What the customer just did. The state follows as a sentence, if it is known since. */
  done: string;
  saysState: boolean;
  problem: string;
  canRetry: boolean;
  /** The pressed button may be gone, so the state takes the focus. */
  takesFocus: boolean;
};
const NOTHING: Shown = {
  recurring: null,
  done: '',
  saysState: true,
  problem: '',
  canRetry: false,
  takesFocus: false,
};

const loadView = async () => (await import('./recurring-view.tsx')).RecurringView;

/** Nothing for an order without a recurring payment, or until it turns out to have one. `hasOrder`: the order above is shown. */
export function RecurringPayment({ hasOrder }: { hasOrder: boolean }) {
  const loaded = useRecurring();
  const { recurring, problem } = loaded.shown;
  const isWanted = recurring !== null || problem !== '';
  const { part: RecurringView, isFailed } = useLazy(loadView, isWanted);
  if (!isWanted) return null;
  if (RecurringView) return <RecurringView hasOrder={hasOrder} {...loaded} />;
  return isFailed && <LoadProblem text="We couldn’t load your recurring payment. Please reload the page." />;
}

export type LoadedRecurring = ReturnType<typeof useRecurring>;

/** Loads the recurring payment of the link in the address, and changes it, one request at a time. */
function useRecurring() {
  const [shown, setShown] = useState(NOTHING);
  const [pressed, setPressed] = useState<Pressed>(null);
  const isActing = useRef(false);
  const loading = useRef(Promise.resolve());

  /** `done` is what the customer just did. */
  const load = useCallback(async (done?: string): Promise<void> => {
    const takesFocus = done !== undefined;
    try {
      const recurring = await call('GET /api/recurring-payment', { query: linkInAddress() });
      setShown({ ...NOTHING, recurring, done: done ?? '', takesFocus });
    } catch (error) {
      setShown((before) => ({
        ...explained(before, error),
        ...(done && { done, saysState: false }),
        canRetry: true,
        takesFocus: takesFocus && !before.canRetry,
      }));
    }
  }, []);

  const act = async (action: Action): Promise<void> => {
    const offer = shown.recurring?.offer;
    const isAnswer = action === 'accept-offer' || action === 'decline-offer';
    try {
      const { message, url } = await call('POST /api/recurring-payment', {
        query: linkInAddress(),
        body: {
          action,
          ...(isAnswer && offer?.chargeAt && { offer: { id: offer.id, chargeAt: offer.chargeAt } }),
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

  const inTurn = async (button: NonNullable<Pressed>, work: () => Promise<void>): Promise<void> => {
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

/** Whether the page may go there: to the payment provider, or back to this shop. */
export function isSafeUrl(url: string, origin: string): boolean {
  const parsed = parseUrl(url, origin);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.origin === origin);
}
