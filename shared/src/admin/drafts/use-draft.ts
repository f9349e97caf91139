import { useRef, useState } from 'react';
import { useAdminHost } from '../base/admin-context.ts';
import { draftOf, storeDraft } from './draft-store.ts';

/** The desktop app shows several servers on one origin, and their order numbers overlap. */
export function useDraftKey(name: string): string {
  const { homeUrl } = useAdminHost();
  return `${homeUrl} ${name}`;
}

/** Whether the form had an unsaved draft on the first render. */
export function useHadDraft(name: string): boolean {
  const key = useDraftKey(name);
  const [hadDraft] = useState(() => draftOf(key) !== undefined);
  return hadDraft;
}

/** A form that a button opens and closes. It starts open if it had an unsaved draft. */
export function useOpenForm(draftName: string) {
  const hadDraft = useHadDraft(draftName);
  const [isOpen, setIsOpen] = useState<'from-draft' | boolean>(hadDraft && 'from-draft');
  const ref = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    ref.current?.focus();
  };
  return {
    isOpen: isOpen !== false,
    /** For the `DataForm`, which takes the focus when the administrator opened it, and not when a draft did. */
    form: { draft: draftName, takesFocus: isOpen === true, onDone: close },
    /** For the button. */
    opener: { ref, 'aria-expanded': isOpen !== false, onClick: () => setIsOpen(!isOpen) },
    open: () => setIsOpen(true),
    close,
  };
}
export type OpenForm = ReturnType<typeof useOpenForm>['form'];

/**
 * A value that survives like the fields of a `DataForm`, for a form whose fields are not all texts. Returns the value,
 * its setter, and what drops the draft.
 */
export function useDraftValue<Value>(name: string, initial: Value) {
  const key = useDraftKey(name);
  const [empty] = useState(() => ({ value: JSON.stringify(initial) }));
  const [value, setValue] = useState<Value>(() => {
    const stored = draftOf(key)?.['value'];
    return stored === undefined ? initial : (JSON.parse(stored) as Value);
  });
  const set = (next: Value) => {
    setValue(next);
    storeDraft(key, { value: JSON.stringify(next) }, empty);
  };
  return [value, set, () => storeDraft(key, empty, empty)] as const;
}
