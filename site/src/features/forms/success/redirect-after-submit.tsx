import { useEffect } from 'react';
import type { Sent } from '../engine/request-form.ts';
import { VerificationDialog } from './verification-dialog.tsx';

const LEAVE_AFTER_MS = 1_500;

type Type = 'website' | 'chatbot';
type LeavingProps = { sent: Sent; type: Type; businessEmail: string };

/** Opens /form-thank-you, after a dialog while the email address awaits confirmation. */
export function Leaving({ sent, type, businessEmail }: LeavingProps) {
  const isPending = sent.answer.mailchimpStatus === 'pending_confirmation';
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

function leave({ answer: { orderNumber, promises }, email }: Sent, type: Type): void {
  // Otherwise the browser would restore the sent answers when somebody returns.
  for (const form of document.forms) form.reset();
  const query = new URLSearchParams({ type, orderNumber, email });
  if (promises === 'contact') query.set('promises', promises);
  location.assign(`/form-thank-you?${query}`);
}
