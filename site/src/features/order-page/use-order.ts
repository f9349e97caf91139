import { useCallback, useEffect, useState } from 'react';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { call, problemText } from '../../lib/api-client.ts';
import { type Link, linkInAddress, rememberOrder } from '../../lib/order-page.ts';

export type LoadedOrder = {
  /** Null until the page's script has read its address. */
  link: Link | null;
  order: OrderResponse | null;
  /** When it was loaded. */
  now: Date;
  /** Why it could not be loaded. What was loaded before stays. */
  problem: CallError | null;
  reload: () => Promise<void>;
};

type Loaded = Pick<LoadedOrder, 'link' | 'order' | 'now'>;

/** The order of the link in the address. It is loaded again whenever something changes. */
export function useOrder(): LoadedOrder {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ link: null, order: null, now: new Date() }));
  const [problem, setProblem] = useState<CallError | null>(null);
  const reload = useCallback(async () => {
    const link = linkInAddress();
    try {
      const order = link.order && link.key ? await call('GET /api/order', { query: link }) : null;
      if (order) rememberOrder(link);
      setLoaded({ link, order, now: new Date() });
      setProblem(null);
    } catch (error) {
      setLoaded((before) => ({ ...before, link }));
      setProblem(error instanceof CallError ? error : new CallError(0, ''));
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

/** Makes a change with the link's key, one at a time, then loads the order again. */
export function useCall({ link, reload }: LoadedOrder) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function run(send: (query: Link) => Promise<unknown>, onDone?: () => void): Promise<void> {
    if (isBusy || !link) return;
    setIsBusy(true);
    setProblem('');
    try {
      await send(link);
      onDone?.();
    } catch (error) {
      setProblem(problemText(error));
    }
    await reload();
    setIsBusy(false);
  }
  return { isBusy, problem, run };
}
