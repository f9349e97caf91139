import { useEffect, useRef } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { NEXT_FORM_KEY } from '../../../lib/form-pages.ts';
import type { Sent, SuccessViewProps } from '../request-form.ts';

const LEAVE_AFTER_MS = 1_500;

type Type = 'website' | 'chatbot';
type LeavingProps = { sent: Sent; type: Type; businessEmail: string };

/** Opens /form-thank-you, after a dialog while the email address awaits confirmation. */
export function Leaving({ sent, type, businessEmail }: LeavingProps) {
  const isPending = sent.response.mailchimpStatus === 'pending_confirmation';
  useEffect(() => {
    if (isPending) return;
    const timer = setTimeout(() => leave(sent, type), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending, sent, type]);
  if (!isPending) return null;
  return (
    <VerificationDialog email={sent.email} businessEmail={businessEmail} onClose={() => leave(sent, type)} />
  );
}

function leave({ response: { orderNumber, promises }, email, nextForm }: Sent, type: Type): void {
  // Otherwise, the browser would restore the sent answers when the visitor returns.
  for (const form of document.forms) form.reset();
  const query = new URLSearchParams({ type, orderNumber, email });
  if (promises !== 'delivery') query.set('promises', promises);
  // Its link has a key, so it is not part of the address. Without web-storage.ts, which brings two kilobytes along.
  try {
    sessionStorage.setItem(NEXT_FORM_KEY, nextForm ?? '');
  } catch {
    // Storage is forbidden, so the next page does not offer it.
  }
  location.assign(`/form-thank-you?${query}`);
}

type VerificationDialogProps = { email: string; businessEmail: string; onClose: () => void };

function VerificationDialog({ email, businessEmail, onClose }: VerificationDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const understood = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise, the email link would get the focus. On a low screen, the text above the button must stay
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

export function VoiceSuccess({ sent, businessEmail }: SuccessViewProps) {
  return <Leaving sent={sent} type="chatbot" businessEmail={businessEmail} />;
}

export function WebsiteSuccess({ sent, businessEmail }: SuccessViewProps) {
  return <Leaving sent={sent} type="website" businessEmail={businessEmail} />;
}
