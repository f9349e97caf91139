import { useMatches } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import { focusCase } from './keyboard/rows.ts';

const CASE = /^\/case\/(.+)$/;

/** Names the window after the view, and leads the focus into it when the view changes. */
export function useViewArrival(panel: RefObject<HTMLElement | null>, title: string): void {
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' });
  const cameFrom = useRef<string>(undefined);
  useEffect(() => {
    document.title = `${title} · Admin dashboard`;
  }, [title]);
  useEffect(() => {
    const [, lastCase] = CASE.exec(cameFrom.current ?? '') ?? [];
    const isFirst = cameFrom.current === undefined;
    cameFrom.current = pathname;
    // On a phone the tabs are wider than the screen.
    document
      .querySelector('.admin-tab:is([data-state=active], [aria-current])')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
    // Whoever opened a view by its tab stays on the tab.
    if (isFirst || document.activeElement?.closest('[role=tablist]')) return;
    if (lastCase && focusCase(decodeURIComponent(lastCase))) return;
    panel.current?.focus({ preventScroll: true });
  }, [pathname, panel]);
}
