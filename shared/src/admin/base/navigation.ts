import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

export const DASHBOARD_PATH = '/admin-dashboard';
export const LOGIN_PAGE_PATH = '/admin-login';

const NAVIGATION_EVENT = 'northlight-admin-moved';
let hasMoved = false;

/** Navigates without loading a page. `isReplacing` adds no history entry. */
export function goTo(address: string, { isReplacing = false } = {}): void {
  hasMoved = true;
  if (isReplacing) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new Event(NAVIGATION_EVENT));
}

/** The current URL. Rerenders when it changes. */
export function useAddress(): URL {
  const href = useSyncExternalStore(subscribe, () => location.href);
  return useMemo(() => new URL(href), [href]);
}

function subscribe(onMove: () => void): () => void {
  addEventListener('popstate', onMove);
  addEventListener(NAVIGATION_EVENT, onMove);
  return () => {
    removeEventListener('popstate', onMove);
    removeEventListener(NAVIGATION_EVENT, onMove);
  };
}

/** For the heading of a screen. Sets the window title and moves the focus to the heading after navigation. */
export function useArrival<Heading extends HTMLElement>(title?: string) {
  const heading = useRef<Heading>(null);
  useEffect(() => {
    if (title) document.title = title;
    if (hasMoved) heading.current?.focus();
  }, [title]);
  return heading;
}
