import type { Db } from '../../db/client.ts';
import { tooManyDeclines } from '../../base/errors.ts';
import { clientNetwork } from './client-network.ts';
import { createStoredLimit } from './stored-limit.ts';

/** Thieves try stolen cards by the hundred; a buyer mistypes twice. */
const MAX_PER_PAYMENT = 5;
const MAX_PER_NETWORK = 10;
const MINUTE_MS = 60_000;
const WINDOW_MS = 60 * MINUTE_MS;
/** How long after the first, second and third payment that was ended the next one may begin. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS];
const DAY_MS = 24 * 60 * MINUTE_MS;

export type CardFailures = ReturnType<typeof createCardFailures>;

/** Counts refused cards by payment and by the network that began it, and says who has to wait. */
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
    /** Throws for whoever has to wait after refused cards, by network or by checkout. */
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
    /** Belongs into the transaction that counts it at the payment. `declines` is of that payment. */
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
