import { formatUsd, textToCents } from '../../catalogue/money.ts';
import type { CaseOrder, CasePayment } from '../../contracts/admin/case-answers.ts';
import { providerWords } from '../../contracts/admin/provider-labels.ts';
import { Moment } from '../list/timestamp.tsx';
import { extrasWords, recurringWords } from '../orders/order-labels.ts';
import { Card } from './card.tsx';
import { PAYMENT_WORDS } from './case-labels.ts';
import { Fact } from './facts.tsx';
import { Refund, Refunds } from './refund.tsx';

type CasePaymentsProps = { order: CaseOrder; payments: readonly CasePayment[] };

/** What was agreed on, and every attempt to pay it. */
export function CasePayments({ order, payments }: CasePaymentsProps) {
  const { paymentStatus, paymentMode, paymentMethod, consent } = order;
  const isFree = textToCents(order.initialPayment) === 0;
  const extras = extrasWords(order);
  const used = payments.filter(({ isUnused }) => !isUnused);
  return (
    <Card title="Payments">
      <dl className="case-facts">
        <Fact label="Status">
          <span className="dot-word" data-paid={paymentStatus === 'completed' ? '' : 'not'}>
            {paymentStatus}
          </span>
          {paymentMode === 'demo' && <small> Demo: no money moved</small>}
        </Fact>
        <Fact label="Method">
          {isFree ? 'Nothing due' : paymentMethod === 'paypal' ? 'PayPal' : 'Credit or debit card'}
        </Fact>
        <Fact label="Recurring">{recurringWords(order)}</Fact>
        {extras && <Fact label="Extras">{extras}</Fact>}
        {consent && (
          <Fact label="Agreed to">
            <q>{consent.text}</q>{' '}
            <small>
              <Moment at={consent.agreedAt} />
            </small>
          </Fact>
        )}
      </dl>
      {used.length === 0 && !isFree && <p className="list-none">No payment belongs to this order.</p>}
      <ol className="case-items">
        {used.map((payment) => (
          <Attempt key={payment.id} orderNumber={order.orderNumber} payment={payment} />
        ))}
      </ol>
      <Unused attempts={payments.filter(({ isUnused }) => isUnused)} />
    </Card>
  );
}

/** No trouble of anybody's: given up, or ended because another payment came. */
function Unused({ attempts }: { attempts: readonly CasePayment[] }) {
  if (attempts.length === 0) return null;
  return (
    <details className="case-unused admin-small">
      <summary>
        {attempts.length === 1
          ? '1 attempt to pay was not used'
          : `${attempts.length} attempts to pay were not used`}
      </summary>
      <ul>
        {attempts.map(({ id, amount, provider, createdAt, reviewReason, providerPaymentId }) => (
          <li key={id}>
            {formatUsd(textToCents(amount))}, {providerWords(provider)}, begun <Moment at={createdAt} />
            {reviewReason && <>. {reviewReason}</>}
            {providerPaymentId && <bdi className="case-id">{providerPaymentId}</bdi>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Attempt({ orderNumber, payment }: { orderNumber: string; payment: CasePayment }) {
  const { provider, providerPaymentId, status, amount, received, reviewReason, createdAt, updatedAt } =
    payment;
  return (
    <li>
      <p>
        <strong className="money">{formatUsd(textToCents(amount))}</strong> {PAYMENT_WORDS[status]}
        {received !== null && `, ${received} arrived`}
      </p>
      {reviewReason && <p className="case-fault">{reviewReason}</p>}
      <p className="admin-small">
        {providerWords(provider)}, begun <Moment at={createdAt} />
        {updatedAt !== createdAt && (
          <>
            , last news <Moment at={updatedAt} />
          </>
        )}
        {providerPaymentId && <bdi className="case-id">{providerPaymentId}</bdi>}
      </p>
      <Refunds refunds={payment.refunds} />
      <Refund orderNumber={orderNumber} payment={payment} />
    </li>
  );
}
