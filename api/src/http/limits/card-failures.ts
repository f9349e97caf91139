import type { Db } from '../../db/client.ts';
import { ApiError } from '../../base/errors.ts';
import { clientNetwork } from './rate-limit.ts';
import { createStoredLimit } from './stored-limit.ts';
import { MINUTE_MS, DAY_MS } from '../../base/units.ts';

const tooManyDeclines = (retryAfterSeconds: number) =>
  new ApiError(
    429,
    'too_many_declines',
    `Too many cards were declined. Nothing was charged. Please try again in ${waitInWords(retryAfterSeconds)}, or use another payment method.`,
    { retryAfterSeconds },
  );

/** Card testing uses hundreds of cards. Customers mistype once or twice. */
const MAX_PER_PAYMENT = 5;
const MAX_PER_NETWORK = 10;
const WINDOW_MS = 60 * MINUTE_MS;
/** How long to wait after the first, second, and third ended payment before the next one. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];

/** Counts declined cards by payment and by network, and returns who has to wait. */
export function createCardFailures(db: Db, now: () => Date, isOn: boolean) {
  const refused = createStoredLimit(db, now, {
    name: 'refused-cards',
    most: MAX_PER_NETWORK,
    withinMs: WINDOW_MS,
  });
  const ended = createStoredLimit(db, now, {
    name: 'ended-payments',
    most: PAUSES_MS.length,
    withinMs: DAY_MS,
  });
  const pauseSeconds = (key: string): number => {
    const times = ended.times(key);
    const pauseMs = PAUSES_MS[times.length - 1] ?? 0;
    return Math.max(0, Math.ceil(((times.at(-1) ?? 0) + pauseMs - now().getTime()) / 1_000));
  };

  return {
    isOn,
    /** Throws if this network or checkout has to wait after declined cards. */
    refuse: (address: string, checkoutId: string | null): void => {
      if (!isOn) return;
      const network = clientNetwork(address);
      const seconds = Math.max(
        refused.secondsToWait(network),
        pauseSeconds(network),
        checkoutId ? pauseSeconds(checkoutId) : 0,
      );
      if (seconds > 0) throw tooManyDeclines(seconds);
    },
    /** Call it in the transaction that counts the decline. `declines`: how many this payment has had. */
    countDecline: (
      { clientNetwork: network, draftId }: { clientNetwork: string | null; draftId: string | null },
      declines: number,
    ) => {
      if (network) refused.add(network);
      const isPaymentOver = declines >= MAX_PER_PAYMENT;
      if (declines === MAX_PER_PAYMENT) for (const key of [network, draftId]) if (key) ended.add(key);
      return { isPaymentOver, isNetworkOver: network !== null && refused.secondsToWait(network) > 0 };
    },
  };
}

function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
