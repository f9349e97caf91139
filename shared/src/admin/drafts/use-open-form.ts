import { useRef, useState } from 'react';
import { useHadDraft } from './use-draft-form.ts';

/** A form that a button opens and closes. It starts open if it had an unsaved draft. */
export function useOpenForm(draftName: string) {
  const hadDraft = useHadDraft(draftName);
  const [isOpen, setIsOpen] = useState<'from-draft' | boolean>(hadDraft && 'from-draft');
  const ref = useRef<HTMLButtonElement>(null);
  return {
    isOpen: isOpen !== false,
    /** True when the administrator opened the form, false when a draft did. */
    takesFocus: isOpen === true,
    /** For the button. */
    opener: { ref, 'aria-expanded': isOpen !== false, onClick: () => setIsOpen(!isOpen) },
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false);
      ref.current?.focus();
    },
  };
}
