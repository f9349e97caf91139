import { useEffect } from 'react';

const WAITS_MS = [5_000, 15_000, 45_000];

/** Asks again by itself after a lost answer: three times, and whenever the network is back. Null while there is nothing to ask. */
export function useAskAgain(attempt: number, ask: (() => void) | null): void {
  useEffect(() => {
    if (!ask) return;
    const wait = WAITS_MS[attempt];
    const timer = wait === undefined ? undefined : setTimeout(ask, wait);
    addEventListener('online', ask);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, [attempt, ask]);
}
