import { useEffect, useRef, type ReactNode } from 'react';

type ModalProps = {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
};

/** The browser's own dialog: it keeps the focus inside, gives it back, and Esc closes it. */
export function Modal({ label, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`admin-dialog ${className}`}
      aria-label={label}
      // A click beside it closes it, where the browser knows how.
      {...{ closedby: 'any' }}
      // At once: by the browser's own way a key that is pressed right after is still the dialog's, and lost.
      onCancel={(event) => {
        event.preventDefault();
        event.currentTarget.close();
        onClose();
      }}
      onClose={onClose}
    >
      {children}
    </dialog>
  );
}
