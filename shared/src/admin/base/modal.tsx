import { useEffect, useRef, type ReactNode } from 'react';

type ModalProps = {
  label: string;
  /** The title, if it is not the label. */
  title?: ReactNode;
  /** Without it, the dialog has the form of all: its title, its content, and its acts at the end. */
  className?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A native dialog: it traps the focus, restores it, and closes with Esc. */
export function Modal({ label, title = label, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`admin-dialog ${className ?? 'question'}`}
      aria-label={label}
      // Closes on an outside click in browsers that support `closedby`.
      {...{ closedby: 'any' }}
      // Closes immediately. With the browser's default, a key pressed right after Esc would still go to the
      // dialog and be lost.
      onCancel={(event) => {
        event.preventDefault();
        event.currentTarget.close();
        onClose();
      }}
      onClose={onClose}
    >
      {!className && <h2>{title}</h2>}
      {children}
    </dialog>
  );
}
