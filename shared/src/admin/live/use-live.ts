import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pathOf } from '../../contracts/call-path.ts';
import { showUpdate } from '../../ui/toasts.ts';
import { isLoggedOut } from '../base/admin-client.ts';
import { useAdminHost } from '../base/admin-context.ts';
import { AUTH_STATUS_KEY, LOGGED_OUT } from '../base/session.queries.ts';
import { useUi } from '../base/ui-store.ts';
import { listen } from './listen.ts';
import { concernedPaths, noticeWords, readLiveEvent } from './live-event.ts';

/** Events within this time cause a single refetch. */
const REFETCH_DELAY_MS = 200;

/** Listens for new orders and forms while the window is visible, and refetches what they change. */
export function useLive(): void {
  const { openStream } = useAdminHost();
  const queryClient = useQueryClient();
  useEffect(() => {
    let outdated = new Set<string>();
    let refetchTimer: ReturnType<typeof setTimeout> | undefined;
    // Set when the connection was lost or never opened, because events may have been missed.
    let hasMissed = false;
    let stop = new AbortController();

    const refetchOutdated = () => {
      const paths = outdated;
      outdated = new Set();
      refetchTimer = undefined;
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.has(String(path)) });
    };
    const onMessage = (data: string) => {
      const event = readLiveEvent(data);
      if (!event) return;
      if (event.kind === 'change' && event.isMany) return void queryClient.invalidateQueries();
      for (const path of concernedPaths(event)) outdated.add(path);
      refetchTimer ??= setTimeout(refetchOutdated, REFETCH_DELAY_MS);
      if (event.kind !== 'change') showUpdate({ title: noticeWords(event) });
    };
    const start = () => {
      stop = new AbortController();
      void listen(
        {
          open: (signal) => openStream(pathOf('GET /api/admin/live'), signal),
          onOpen: () => {
            // Refetches everything once after missed events.
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
    // Browsers allow six connections per server, so background windows close theirs.
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
      clearTimeout(refetchTimer);
      stop.abort();
      useUi.setState({ isLive: false });
    };
  }, [openStream, queryClient]);
}
