import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { allActions, closeDialog, openDialog, openPreview, useUi } from '../base/ui-store.ts';
import { focusCase, focusRow, isOnRow, unfoldRow } from './rows.ts';
import { moveOf, type Move } from './shortcuts.ts';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

type LetterKeys = { isOn: boolean };

/** Users of speech input must be able to turn off single-letter shortcuts (WCAG 2.1.4). */
export const useLetterKeys = create<LetterKeys>()(
  persist((): LetterKeys => ({ isOn: true }), {
    name: 'northlight-admin-keys',
    storage: createJSONStorage(() => localStorage),
  }),
);

export const hasLetterKeys = (): boolean => useLetterKeys.getState().isOn;

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

function isTypingIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** The dashboard's keyboard shortcuts. They are off while a dialog is open. */
export function useShortcuts(): void {
  const router = useRouter();
  useEffect(() => {
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
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isTyping = isTypingIn(event.target);
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
      if (move) {
        event.preventDefault();
        moves[move]();
      } else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && hasLetterKeys()) {
        const action = allActions().find(({ shortcut }) => shortcut === event.key);
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
