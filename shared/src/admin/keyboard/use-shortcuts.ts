import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { actionsOf, closeDialog, openDialog, openPreview, useUi } from '../base/ui-store.ts';
import { focusCase, focusRow, isOnRow, unfoldRow } from './rows.ts';
import { moveOf, type Move } from './shortcuts.ts';
import { hasLetterKeys } from '../base/own-choices.ts';
import { placesFor, type PlaceId } from '../base/places.ts';
import { useRights } from '../base/session.queries.ts';

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

function isTypingIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** How soon the letter of a place must follow the `g`. */
const GO_WITHIN_MS = 2_000;
const isShift = ({ key }: KeyboardEvent) => key === 'Shift';

/** The dashboard's keyboard shortcuts. They are off while a dialog is open. */
export function useShortcuts(): void {
  const router = useRouter();
  const may = useRights();
  const places = useRef(new Map<string, PlaceId>());
  useEffect(() => {
    places.current = new Map(placesFor(may).map(({ key, to }) => [key, to]));
  });
  useEffect(() => {
    // The moment of a `g`, which the letter of a place follows.
    let wentAt = -GO_WITHIN_MS;
    const moves: Record<Move, () => void> = {
      'next-row': () => focusRow(1),
      'previous-row': () => focusRow(-1),
      unfold: unfoldRow,
      search: () => document.querySelector<HTMLElement>('.list-search')?.focus(),
      back: () => {
        if (router.state.location.pathname.startsWith('/case/')) {
          if (router.history.canGoBack()) router.history.back();
          else void router.navigate({ to: '/orders' });
          return;
        }
        const { preview } = useUi.getState();
        openPreview(null);
        if (preview) focusCase(preview);
      },
      shortcuts: () => openDialog('shortcuts'),
      palette: () => openDialog('palette'),
      go: () => undefined,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isTyping = isTypingIn(event.target);
      const isGoing = event.timeStamp - wentAt < GO_WITHIN_MS;
      const move = moveOf(event, { isTyping, isOnRow: isOnRow() });
      if (document.querySelector('dialog[open]')) {
        if (move !== 'palette') return;
        // The shortcut also closes the palette. By default, the browser would open its own search.
        event.preventDefault();
        closeDialog();
        return;
      }
      // Esc closes the menu and nothing else.
      if (move === 'back' && document.querySelector('[popover=auto]:popover-open')) return;
      if (move && move !== 'palette' && move !== 'back' && !hasLetterKeys()) return;
      if (!isShift(event)) wentAt = move === 'go' ? event.timeStamp : -GO_WITHIN_MS;
      const place = isGoing && !isTyping && !event.ctrlKey && !event.metaKey && places.current.get(event.key);
      if (place) {
        event.preventDefault();
        void router.navigate({ to: place });
        return;
      }
      if (move) {
        event.preventDefault();
        moves[move]();
      } else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && hasLetterKeys()) {
        const action = actionsOf(useUi.getState()).find(({ shortcut }) => shortcut === event.key);
        if (!action) return;
        // Otherwise an action that focuses a field would also type the letter into it.
        event.preventDefault();
        action.run();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [router]);
}
