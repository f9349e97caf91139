import { Button } from '@northlight/shared/ui/button.tsx';
import { useEffect } from 'react';
import type { SuccessViewProps } from '../request-form.ts';
import { SuccessCard, ToConfirm } from '../success/success-card.tsx';

export function DentalSuccess({ sent, again }: SuccessViewProps) {
  // The form takes the focus, because the button that reopened it is removed.
  useEffect(
    () => () => {
      document.querySelector<HTMLElement>('.request-form')?.focus({ preventScroll: true });
      // A smooth scroll would be interrupted by the form, which is still being drawn.
      scrollTo({ top: 0, behavior: 'instant' });
    },
    [],
  );
  return (
    <SuccessCard title="We’ve received your form">
      <p>We’ll contact you within 24 hours to talk about your practice. We reply on business days.</p>
      <ToConfirm sent={sent} />
      <dl className="sent-facts stack gap-1">
        <dt className="xs soft">Order number</dt>
        <dd className="money">{sent.response.orderNumber}</dd>
        <dt className="xs soft">Email</dt>
        <dd>{sent.email}</dd>
      </dl>
      <Button isQuiet onClick={again}>
        Back to the form
      </Button>
    </SuccessCard>
  );
}
