import { Button } from '@northlight/shared/ui/button.tsx';
import { useEffect, useRef } from 'react';

type VerificationDialogProps = { email: string; businessEmail: string; onClose: () => void };

export function VerificationDialog({ email, businessEmail, onClose }: VerificationDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const understood = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise the email link would get the focus. On a low screen the text above the button must stay
    // visible.
    understood.current?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog className="verification" ref={dialog} aria-labelledby="verification-title" onClose={onClose}>
      <h2 id="verification-title">Form Submitted Successfully</h2>
      <p>
        We sent a verification email to <strong>{email}</strong>. It may take 15-30 minutes to arrive.
      </p>
      <ul>
        <li>Check your spam or junk folder.</li>
        <li>Check the Promotions and Updates tabs.</li>
        <li>
          If nothing arrives within 30 minutes, contact support at{' '}
          <a href={`mailto:${businessEmail}`}>{businessEmail}</a>.
        </li>
      </ul>
      <Button ref={understood} onClick={() => dialog.current?.close()}>
        I understand
      </Button>
    </dialog>
  );
}
