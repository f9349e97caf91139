import { useRef } from 'react';
import { newUuid } from '../../ui/new-uuid.ts';

/**
 * Keys for texts that the server stores once. The same text sent again after a lost answer has the same key; other
 * text has another. Call `onStored` after each success, so that the same words can be sent again on purpose.
 */
export function useSendKey() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return {
    keyOf: (text: string): string => {
      if (last.current?.text !== text) last.current = { text, key: newUuid() };
      return last.current.key;
    },
    onStored: () => {
      last.current = null;
    },
  };
}
