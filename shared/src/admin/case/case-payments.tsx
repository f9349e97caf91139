import { formatUsd, textToCents } from '../../catalogue/money.ts';
import type { CaseOrder, CasePayment } from '../../contracts/cases.ts';
import { providerWords } from '../../contracts/provider-words.ts';
import { Moment } from '../list/moment.tsx';
import { recurringWords } from '../orders/order-words.ts';
import { Card } from './card.tsx';
import { PAYMENT_WORDS } from './case-words.ts';
import { Fact } from './facts.tsx';
import { Refund, Refunds } from './refund.tsx';

type CasePaymentsProps = { order: CaseOrder; payments: readonly CasePayment[] };

/** What was agreed on, and every attempt to pay it. */
export function CasePayments({ order, payments }: CasePaymentsProps) {
  const { paymentStatus, paymentMode, paymentMethod, consent } = order;
  return (
    <Card title="Payments">
      <dl className="case-facts">
        <Fact label="Status">
          <span className="dot-word" data-paid={paymentStatus === 'completed' ? '' : 'not'}>
            {paymentStatus}
          </span>
          {paymentMode === 'demo' && <small> Demo: no money moved</small>}
        </Fact>
        <Fact label="Method">{paymentMethod === 'paypal' ? 'PayPal' : 'Credit or debit card'}</Fact>
        <Fact label="Recurring">{recurringWords(order)}</Fact>
        {consent && (
          <Fact label="Agreed to">
            <q>{consent.text}</q>{' '}
            <small>
              <Moment at={consent.agreedAt} />
            </small>
          </Fact>
        )}
      </dl>
      {payments.length === 0 && <p className="list-none">No payment belongs to this order.</p>}
      <ol className="case-items">
        {payments.map((payment) => (
          <Attempt key={payment.id} payment={payment} />
        ))}
      </ol>
    </Card>
  );
}

function Attempt({ payment }: { payment: CasePayment }) {
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
      <Refund payment={payment} />
    </li>
  );
}
