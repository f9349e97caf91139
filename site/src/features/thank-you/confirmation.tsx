import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { ServiceGlyph } from '@northlight/shared/ui/service-glyph.tsx';
import { Notice } from '../order-page/notices.tsx';
import type { StoredConfirmation } from '../../lib/order-confirmation.ts';
import {
  firstPayment,
  initialPaymentText,
  nextSteps,
  orderPage,
  recurringPaymentText,
} from './confirmation-texts.ts';

export type Business = { name: string; email: string; phone: string; address: string };
type ConfirmationProps = { order: StoredConfirmation; business: Business };

export function Confirmation({ order, business }: ConfirmationProps) {
  const { orderNumber, email, isDemo, isPaid, paymentStatus, price } = order;
  const recurring = firstPayment(order);
  const page = orderPage(order);
  const subject = encodeURIComponent(orderNumber ? `Order ${orderNumber}` : 'My order');
  return (
    <>
      <div className="thank-you-head stack gap-4 start">
        <h1>Thank you. We’re on it.</h1>
        <p className="lede">
          {email ? (
            <>
              <span>A confirmation is on its way to</span> <strong className="break">{email}</strong>
              <span>.</span>
            </>
          ) : (
            <span>A confirmation is on its way to your email address.</span>
          )}{' '}
          <span>{`The ${nextSteps(order).length === 1 ? 'button below already includes' : 'buttons below already include'} your order number.`}</span>
        </p>
        {isDemo && <Notice title="Demo order." text="No real payment was made." />}
        {paymentStatus === 'pending' && <PendingNotice isPaid={isPaid} isHeld={order.isHeld} />}
      </div>

      <div className="thank-you-facts">
        <dl className="order-facts facts fact-columns">
          <div>
            <dt>Order number</dt>
            <dd className="money display xl">{orderNumber || 'See your email'}</dd>
          </div>
          <div>
            <dt>Initial payment</dt>
            <dd className="money">{initialPaymentText(order)}</dd>
          </div>
          <div>
            <dt>Recurring payment</dt>
            <dd>{recurringPaymentText(order)}</dd>
          </div>
          <div>
            <dt>Next Steps</dt>
            <dd>In Progress</dd>
          </div>
        </dl>
        {recurring && (
          <p className="order-recurring">
            <span>{recurring.text}</span>{' '}
            <a className="no-print" href={recurring.href}>
              View or cancel your recurring payment
            </a>
          </p>
        )}
      </div>

      <NextSteps order={order} />
      {price && (
        <div className="thank-you-receipt">
          <Receipt price={price} />
        </div>
      )}

      <PrintedContact createdAt={order.createdAt} business={business} />
      <p className="thank-you-actions cluster gap-3 no-print">
        {page && (
          <a className="button" href={page}>
            See your order
          </a>
        )}
        <a className={page ? 'button quiet' : 'button'} href="/">
          Return to Homepage
        </a>
        <a className="button quiet" href={`mailto:${business.email}?subject=${subject}`}>
          Contact Support
        </a>
      </p>
    </>
  );
}

const given = (...facts: string[]) => facts.filter(Boolean).join(', ');

/** For the printed page: when it was ordered, and whom to contact. */
function PrintedContact({ createdAt, business }: { createdAt: string; business: Business }) {
  const date = createdAt && new Date(createdAt).toLocaleDateString('en-US', { dateStyle: 'long' });
  return (
    <p className="print-only">
      {`${date ? `Ordered on ${date}. ` : ''}${given(business.name, business.address)}. ${given(business.phone, business.email)}.`}
    </p>
  );
}

function PendingNotice({ isPaid, isHeld }: Pick<StoredConfirmation, 'isPaid' | 'isHeld'>) {
  return isPaid ? (
    <Notice
      title="We’ve received your payment."
      text="The amount isn’t what we expected. We’ll check it and email you before we start."
    />
  ) : (
    <Notice
      title="Your payment is on its way."
      text={`${isHeld ? 'PayPal' : 'Your bank'} can take a few business days. We have your order and will email you as soon as the payment arrives. Please don’t pay again.`}
    />
  );
}

function NextSteps({ order }: { order: StoredConfirmation }) {
  return (
    <section className="next-steps stack gap-4" aria-labelledby="next-steps-title">
      <h2 className="xl" id="next-steps-title">
        What happens next
      </h2>
      <ol className="stack gap-4">
        {nextSteps(order).map(({ serviceId, title, text, action, href }) => (
          <li key={serviceId} className="next-step stack gap-4 top pad-5 frame" data-service={serviceId}>
            <ServiceGlyph id={serviceId} />
            <div className="stack gap-1">
              <h3>{title}</h3>
              <p className="sm soft">{text}</p>
            </div>
            <a className="button" href={href} data-printed={location.origin + href}>
              {action}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
