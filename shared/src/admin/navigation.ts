import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

export const DASHBOARD_PATH = '/admin-dashboard';
export const LOGIN_PAGE_PATH = '/admin-login';

const MOVED = 'northlight-admin-moved';
let hasMoved = false;

/** To another view without loading a page; `isReplacing` leaves no step for the browser's Back. */
export function goTo(address: string, { isReplacing = false } = {}): void {
  hasMoved = true;
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(MOVED));
}

/** Where the window is; draws anew when that changes. */
export function useAddress(): URL {
  const href = useSyncExternalStore(subscribe, () => location.href);
  return useMemo(() => new URL(href), [href]);
}

function subscribe(onMove: () => void): () => void {
  addEventListener('popstate', onMove);
  addEventListener(MOVED, onMove);
  return () => {
    removeEventListener('popstate', onMove);
    removeEventListener(MOVED, onMove);
  };
}

/** For the heading of a screen: names the window, and takes the focus as a page that was just loaded would. */
export function useArrival<Heading extends HTMLElement>(title?: string) {
  const heading = useRef<Heading>(null);
  useEffect(() => {
    if (title) document.title = title;
    if (hasMoved) heading.current?.focus();
  }, [title]);
  return heading;
}
