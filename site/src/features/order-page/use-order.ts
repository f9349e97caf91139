import { useCallback, useEffect, useState } from 'react';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { rememberOrder } from '../../lib/order-page.ts';
import { linkInAddress, plainCall, PlainError } from '../../lib/plain-call.ts';

export type Link = { order: string; key: string };

export type LoadedOrder = {
  /** Null until the page's script has read its address. */
  link: Link | null;
  order: OrderResponse | null;
  /** When it was loaded. */
  now: Date;
  /** Why it could not be loaded. What was loaded before stays. */
  problem: PlainError | null;
  reload: () => Promise<void>;
};

type Loaded = Pick<LoadedOrder, 'link' | 'order' | 'now'>;

/** The order of the link in the address. It is loaded again whenever something changes. */
export function useOrder(): LoadedOrder {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ link: null, order: null, now: new Date() }));
  const [problem, setProblem] = useState<PlainError | null>(null);
  const reload = useCallback(async () => {
    const link = linkInAddress();
    try {
      const order = link.order && link.key ? await plainCall('GET /api/order', link) : null;
      if (order) rememberOrder(link);
      setLoaded({ link, order, now: new Date() });
      setProblem(null);
    } catch (error) {
      setLoaded((before) => ({ ...before, link }));
      setProblem(error instanceof PlainError ? error : new PlainError(0, ''));
    }
  }, []);

  useEffect(() => {
    queueMicrotask(() => void reload());
    const link = linkInAddress();
    if (!link.order || !link.key) return;
    const stream = new EventSource(`/api/order/live?${new URLSearchParams(link)}`);
    stream.addEventListener('message', () => void reload());
    // After a lost connection something may have been missed.
    stream.addEventListener('open', () => void reload());
    const onReturn = () => document.visibilityState === 'visible' && void reload();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      stream.close();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [reload]);

  return { ...loaded, problem, reload };
}
