import { useCallback, useEffect, useState } from 'react';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { problemText } from './api-client.ts';

export type LinkedPage<Link, Page> = {
  /** Null until the page's script has read its address. */
  link: Link | null;
  page: Page | null;
  /** When it was loaded. */
  now: Date;
  /** Why it could not be loaded. What was loaded before stays. */
  problem: CallError | null;
  reload: () => Promise<void>;
};

type Source<Link, Page> = {
  linkInAddress: () => Link;
  /** Null for a link that lacks something. */
  load: (link: Link) => Promise<Page> | null;
  /** The path of the stream that tells of changes, if there is one. */
  live?: string;
};

/** The page of the link in the address. It is loaded again whenever something changes. `source` must not change. */
export function useLinkedPage<Link extends Record<string, string>, Page>(
  source: Source<Link, Page>,
): LinkedPage<Link, Page> {
  const [loaded, setLoaded] = useState<Pick<LinkedPage<Link, Page>, 'link' | 'page' | 'now'>>(() => ({
    link: null,
    page: null,
    now: new Date(),
  }));
  const [problem, setProblem] = useState<CallError | null>(null);
  const reload = useCallback(async () => {
    const link = source.linkInAddress();
    try {
      const page = await source.load(link);
      setLoaded({ link, page, now: new Date() });
      setProblem(null);
    } catch (error) {
      setLoaded((before) => ({ ...before, link }));
      setProblem(error instanceof CallError ? error : new CallError(0, ''));
    }
  }, [source]);

  useEffect(() => {
    queueMicrotask(() => void reload());
    const link = source.linkInAddress();
    if (!source.live || !Object.values(link).every(Boolean)) return;
    const stream = new EventSource(`${source.live}?${new URLSearchParams(link)}`);
    stream.addEventListener('message', () => void reload());
    // After a lost connection something may have been missed.
    stream.addEventListener('open', () => void reload());
    const onReturn = () => document.visibilityState === 'visible' && void reload();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      stream.close();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [reload, source]);

  return { ...loaded, problem, reload };
}

/** Makes a change with the link, one at a time, then loads the page again. */
export function useCall<Link>({ link, reload }: { link: Link | null; reload: () => Promise<void> }) {
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
