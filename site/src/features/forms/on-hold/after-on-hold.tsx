import type { SuccessViewProps } from '../request-form.ts';
import { ToConfirm } from '../success/to-confirm.tsx';
import { SuccessCard } from '../success/success-card.tsx';

export function OnHoldSuccess({ sent }: SuccessViewProps) {
  return (
    <SuccessCard title="Thank you">
      <p>
        Our audio team will contact you within 24 hours.
        {sent.answer.promises === 'delivery' && ' Your file arrives within 1 business day.'}
      </p>
      <ToConfirm sent={sent} />
      <dl className="sent-facts">
        <dt>Order number</dt>
        <dd className="money">{sent.answer.orderNumber}</dd>
      </dl>
      {sent.answer.promises === 'delivery' && (
        <a className="button" href={`/order?${new URLSearchParams({ order: sent.answer.orderNumber })}`}>
          See your order
        </a>
      )}
      <a className="button quiet" href="/">
        Return to Homepage
      </a>
    </SuccessCard>
  );
}
