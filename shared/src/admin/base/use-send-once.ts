import { useRef } from 'react';
import { newUuid } from '../../ui/new-uuid.ts';

/**
 * Sends a text with a key, so that the server stores it once. The same text sent again after a lost response has the
 * same key; other text has another. After a success, the same words can be sent again on purpose.
 */
export function useSendOnce() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return async <Response>(
    text: string,
    send: (body: { text: string; key: string }) => Promise<Response>,
  ): Promise<Response> => {
    if (last.current?.text !== text) last.current = { text, key: newUuid() };
    const response = await send(last.current);
    last.current = null;
    return response;
  };
}
