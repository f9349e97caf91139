import { type ReactNode, useEffect, useRef } from 'react';
import type { Sent } from '../request-form.ts';

/** Replaces the form and takes the focus from its button. */
export function SuccessCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className="success-card stack gap-5 start" aria-labelledby="thanks-title">
      <h1 id="thanks-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** For a form that was sent under an order's number without its link. */
export function ToConfirm({ sent }: { sent: Sent }) {
  if (sent.response.promises !== 'confirm') return null;
  return (
    <p>
      Please open the email that we’ve just sent you and confirm that this form is yours. We start once you
      have.
    </p>
  );
}
