import { Link, Outlet, useMatches, useNavigate, type MakeRouteMatchUnion } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, type RefObject, useContext, useState } from 'react';
import { BottomBar, Sidebar, useIsWide } from './frame.tsx';
import { OldMachine } from './old-machine.tsx';
import { PANEL_ID, tabId } from './places.tsx';
import { PLACES, type PlaceId } from '../base/places.ts';
import { followOtherWindows } from '../drafts/draft-store.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import type { Role } from '../../contracts/rights.ts';
import { zoneText } from '../../catalog/due-text.ts';
import { StudioZone } from '../base/admin-context.ts';
import { CheckoutClosed } from './checkout-closed.tsx';
import { OfflineBanner } from '../offline-cache/offline-banner.tsx';
import { useMay, useMe } from '../base/session.queries.ts';
import { useLive } from '../live/use-live.ts';
import { ConfirmDialog, loadLater, Palette, Question, ShortcutsDialog } from './later.tsx';
import { restoreFocus } from '../base/act.tsx';
import { closeDialog, useUi } from '../base/ui-store.ts';
import { focusCase } from '../keyboard/rows.ts';

const CASE = /^\/(?:case|quotes)\/(.+)$/;

/** Sets the window title, and moves the focus to the view when it changes. */
function useViewArrival(panel: RefObject<HTMLElement | null>, title: string): void {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const cameFrom = useRef<string>(undefined);
  useEffect(() => {
    document.title = `${title} · Admin dashboard`;
  }, [title]);
  useEffect(() => {
    const [, lastCase] = CASE.exec(cameFrom.current ?? '') ?? [];
    const isFirst = cameFrom.current === undefined;
    cameFrom.current = pathname;
    // After a tab was used, the focus stays on it.
    if (isFirst || document.activeElement?.closest('[role=tablist]')) return;
    // What was kept from earlier may show a row that the server’s answer no longer has.
    if (lastCase && focusCase(decodeURIComponent(lastCase))) return restoreFocus();
    // A form may have taken it.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, [pathname, panel]);
}

/** The books are what an accountant sees first. */
function useFirstView(role: Role | undefined): void {
  const navigate = useNavigate();
  // A page that doesn’t exist matches only the root.
  const isHome = useMatches({ select: (matches) => matches.at(-1)?.routeId === '/' });
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current && isHome && role === 'accountant') void navigate({ to: '/books', replace: true });
    isFirst.current = false;
  }, [isHome, role, navigate]);
}

/** The title of a case or a quote is its number. */
function viewOf(matches: MakeRouteMatchUnion[]) {
  const { staticData, params } = matches.at(-1) ?? {};
  const number =
    params && ('orderNumber' in params ? params.orderNumber : 'number' in params ? params.number : undefined);
  return {
    title: staticData?.title ?? number ?? 'Not found',
    place: staticData?.place,
    right: staticData?.right,
  };
}

/** What a page says to those who may not open it, and where they may go instead. */
const CLOSED = {
  work: { text: 'This page is for people who work on orders.', to: '/books', go: 'Go to the books' },
  revenue: {
    text: 'This page shows the shop’s revenue. An owner can let staff see it.',
    to: '/orders',
    go: 'Go to the orders',
  },
} as const;
export type ClosedBy = keyof typeof CLOSED;

function Closed({ to, text, go }: (typeof CLOSED)[ClosedBy]) {
  return (
    <p className="admin-empty">
      <span>{text}</span> <Link to={to}>{go}</Link>
    </p>
  );
}

const isTab = (place: PlaceId | undefined): place is PlaceId =>
  PLACES.some((one) => one.to === place && 'isTab' in one);

/** The frame around every view. */
export function Dashboard() {
  const panel = useRef<HTMLDivElement>(null);
  const { title, place, right } = useMatches({ select: viewOf });
  const mayOpen = useMay(right ?? 'self');
  const isWide = useIsWide();
  useViewArrival(panel, title);
  useShortcuts();
  useLive();
  useFirstView(useMe()?.role);
  useEffect(followOtherWindows, []);
  useEffect(loadLater, []);
  return (
    <div className="admin-dashboard">
      <a
        className="button admin-skip"
        href="#content"
        onClick={(event) => {
          // The router uses the URL's hash.
          event.preventDefault();
          panel.current?.focus();
        }}
      >
        Skip to content
      </a>
      {isWide ? <Sidebar place={place} /> : <BottomBar place={place} />}
      <div className="admin-page">
        <OldMachine />
        <CheckoutClosed />
        <OfflineBanner />
        <div
          id={PANEL_ID}
          className="admin-panel"
          {...(isWide && isTab(place) && { role: 'tabpanel', 'aria-labelledby': tabId(place) })}
        >
          <div className="admin-view" ref={panel} tabIndex={-1}>
            {right && !mayOpen ? <Closed {...CLOSED[right]} /> : <Outlet />}
          </div>
        </div>
        <ZoneNote />
      </div>
      <Dialogs />
    </div>
  );
}

/** Names the studio's time zone where the reader's clock shows another time. */
function ZoneNote() {
  const timeZone = useContext(StudioZone);
  const [now] = useState(() => new Date());
  const clock = (zone?: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: zone }).format(now);
  if (clock() === clock(timeZone)) return null;
  return (
    <p className="admin-zone any-width admin-small">{`All times are ${zoneText(now, timeZone)}, the studio’s time zone.`}</p>
  );
}

function Dialogs() {
  const resolveConfirm = useUi(({ resolveConfirm }) => resolveConfirm);
  const asked = useUi(({ asked }) => asked);
  const dialog = useUi(({ dialog }) => dialog);
  return (
    <Suspense>
      {resolveConfirm ? (
        <ConfirmDialog onAnswer={resolveConfirm} />
      ) : asked ? (
        <Question asked={asked} />
      ) : dialog === 'palette' ? (
        <Palette onClose={closeDialog} />
      ) : (
        dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />
      )}
    </Suspense>
  );
}
