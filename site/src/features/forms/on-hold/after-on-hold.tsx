import type { SuccessViewProps } from '../request-form.ts';
import { formAt } from '../../../lib/form-pages.ts';
import { SuccessCard, ToConfirm } from '../success/success-card.tsx';

export function OnHoldSuccess({ sent }: SuccessViewProps) {
  return (
    <SuccessCard title="Thank you">
      <p>
        {`Our audio team will contact you within 24 hours. We reply on business days.${sent.response.promises === 'delivery' ? ` Your file arrives within ${import.meta.env.ON_HOLD_TIME}.` : ''}`}
      </p>
      <ToConfirm sent={sent} />
      <dl className="sent-facts stack gap-1">
        <dt className="xs soft">Order number</dt>
        <dd className="money">{sent.response.orderNumber}</dd>
      </dl>
      {sent.nextForm && (
        <a className="button" href={sent.nextForm}>
          {`Next: ${formAt(sent.nextForm)}`}
        </a>
      )}
      {sent.response.promises === 'delivery' && (
        <a
          className={`button${sent.nextForm ? ' quiet' : ''}`}
          href={`/order?${new URLSearchParams({ order: sent.response.orderNumber })}`}
        >
          See your order
        </a>
      )}
      <a className="button quiet" href="/">
        Return to Homepage
      </a>
    </SuccessCard>
  );
}
