import { useEffect, useRef } from 'react';

/** Takes the focus of the button that cleared the form, which was far below. */
export function ClearedNotice({ onUndo }: { onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <p className="notice" role="status">
      <span>The form is cleared, and the draft is deleted from this browser.</span>{' '}
      <button className="link-button" type="button" ref={undo} onClick={onUndo}>
        Undo
      </button>
    </p>
  );
}
