import { useEffect, useRef, useState } from 'react';

/**
 * The text of a field whose value is in the URL. A value that was sent there and comes back never overwrites what was typed since;
 * another one does, after `onOther`.
 */
export function useTyped(value: string, onSend: (text: string) => void, onOther?: () => void) {
  const [typed, setTyped] = useState(value);
  // Sent to the URL, and not back as `value` yet.
  const pending = useRef<string[]>([]);
  const other = useRef(onOther);
  useEffect(() => {
    const index = pending.current.indexOf(value);
    pending.current = index < 0 ? [] : pending.current.slice(index + 1);
    if (index >= 0) return;
    other.current?.();
    setTyped(value);
  }, [value]);
  const send = (text: string) => {
    if (text === (pending.current.at(-1) ?? value)) return;
    pending.current.push(text);
    onSend(text);
  };
  return { typed, setTyped, send };
}
