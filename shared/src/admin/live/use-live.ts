import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIVE_PATH } from '../../contracts/admin/live.ts';
import { showNews } from '../../ui/toasts.ts';
import { isLoggedOut } from '../admin-client.ts';
import { useAdminHost } from '../admin-context.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from '../login/session.queries.ts';
import { useUi } from '../ui-store.ts';
import { listen } from './listen.ts';
import { concernedPaths, noticeWords, readLiveEvent } from './live-event.ts';

/** Many at once ask the server once. */
const GATHER_MS = 200;

/** Hears of new orders and forms while the window is seen, and fetches what they change. */
export function useLive(): void {
  const { openStream } = useAdminHost();
  const queryClient = useQueryClient();
  useEffect(() => {
    let concerned = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    // A line that broke, or never stood: something may have happened meanwhile.
    let hasMissed = false;
    let stop = new AbortController();

    const fetchConcerned = () => {
      const paths = concerned;
      concerned = new Set();
      gathering = undefined;
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.has(String(path)) });
    };
    const onMessage = (data: string) => {
      const event = readLiveEvent(data);
      if (!event) return;
      for (const path of concernedPaths(event)) concerned.add(path);
      gathering ??= setTimeout(fetchConcerned, GATHER_MS);
      if (event.kind !== 'change') showNews({ title: noticeWords(event) });
    };
    const start = () => {
      stop = new AbortController();
      void listen(
        {
          open: (signal) => openStream(LIVE_PATH, signal),
          onOpen: () => {
            // What happened while nobody listened is fetched once.
            if (hasMissed) void queryClient.invalidateQueries();
            hasMissed = false;
            useUi.setState({ isLive: true });
          },
          onMessage,
          onLost: (error) => {
            hasMissed = true;
            useUi.setState({ isLive: false });
            if (isLoggedOut(error)) queryClient.setQueryData(AUTH_STATUS_KEY, LOGGED_OUT);
            return !isLoggedOut(error);
          },
        },
        stop.signal,
      );
    };
    // A browser keeps six lines to a server: windows in the background leave theirs to the others.
    const onVisibility = () => {
      stop.abort();
      useUi.setState({ isLive: false });
      if (document.visibilityState === 'visible') start();
      else hasMissed = true;
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(gathering);
      stop.abort();
      useUi.setState({ isLive: false });
    };
  }, [openStream, queryClient]);
}
