import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { ServiceGlyph } from '@northlight/shared/ui/service-glyph.tsx';
import type { StoredConfirmation } from '../../lib/order-confirmation.ts';
import { initialPaymentText, nextSteps, recurringPaymentText } from './confirmation-words.ts';

type ConfirmationProps = { order: StoredConfirmation; businessEmail: string };

export function Confirmation({ order, businessEmail }: ConfirmationProps) {
  const { orderNumber, email, isDemo, isPaid, paymentStatus, quote } = order;
  const subject = encodeURIComponent(orderNumber ? `Order ${orderNumber}` : 'My order');
  return (
    <>
      <div className="thank-you-head">
        <h1>Thank you. We are on it.</h1>
        <p className="lede">
          {email ? (
            <>
              A confirmation is on its way to <strong>{email}</strong>.
            </>
          ) : (
            'A confirmation is on its way to your e-mail address.'
          )}{' '}
          Keep the order number: each form asks for it.
        </p>
        {isDemo && (
          <p className="notice">
            <strong>Demo order.</strong> No money moved, and no card was charged.
          </p>
        )}
        {paymentStatus === 'pending' && <PendingNotice isPaid={isPaid} />}
      </div>

      <div className="thank-you-slip">
        <dl className="order-facts">
          <div className="order-number">
            <dt>Order number</dt>
            <dd className="money">{orderNumber || 'See your e-mail'}</dd>
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
      </div>

      <NextSteps order={order} />
      {quote && (
        <div className="thank-you-receipt">
          <Receipt quote={quote} />
        </div>
      )}

      <p className="thank-you-actions no-print">
        <a className="button" href="/">
          Return to Homepage
        </a>
        <a className="button quiet" href={`mailto:${businessEmail}?subject=${subject}`}>
          Contact Support
        </a>
      </p>
    </>
  );
}

function PendingNotice({ isPaid }: { isPaid: boolean }) {
  return (
    <p className="notice">
      {isPaid ? (
        <>
          <strong>Your payment has arrived.</strong> Its amount is not the one we expected, so we look at it
          before we begin, and write to you.
        </>
      ) : (
        <>
          <strong>Your payment is on its way.</strong> Your bank can take a few business days. We have your
          order and will email you as soon as the payment arrives. Please do not pay again.
        </>
      )}
    </p>
  );
}

function NextSteps({ order }: { order: StoredConfirmation }) {
  return (
    <section className="next-steps" aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">What happens next</h2>
      <ol className="next-step-list">
        {nextSteps(order).map(({ serviceId, title, text, action, href }) => (
          <li key={serviceId} className="next-step" data-service={serviceId}>
            <ServiceGlyph id={serviceId} />
            <div className="next-step-words">
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
            <a className="button" href={href}>
              {action}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
