import type { CustomerResponse } from '../../contracts/customers.ts';
import { AGREEMENT_LABELS } from '../../contracts/recurring.ts';
import { Card } from '../base/card.tsx';
import { Documents } from '../case/case-payments.tsx';
import { LongText } from '../case/long-text.tsx';
import { ModeMark, CaseLink, QuoteLink, WorkMark } from '../list/table-parts.tsx';
import { Due, Moment } from '../list/times.tsx';
import { initialWords, paymentWords, servicesOf } from '../orders/order-labels.ts';
import { QuoteState, totalWords } from '../quotes/quote-labels.tsx';
import { priceWords } from '../recurring/recurring-labels.tsx';

type Of = { customer: CustomerResponse };

/** With the newest first. */
export function CustomerOrders({ customer: { orders, orderList, quotes } }: Of) {
  return (
    <Card className="case-card" title="Orders and quotes">
      {orderList.length < orders && (
        <p className="admin-small">{`The newest ${orderList.length} orders. Search the list of orders for the others.`}</p>
      )}
      <ol className="case-items stack">
        {orderList.map((order) => (
          <li key={order.orderNumber}>
            <p className="customer-order cluster baseline any-width">
              <CaseLink orderNumber={order.orderNumber} /> <WorkMark status={order.workStatus} />{' '}
              <ModeMark mode={order.paymentMode} />
              <Due at={order.dueAt} late={order.late} />
              <span className="money push">{initialWords(order)}</span>
            </p>
            <p className="admin-small">
              <span>{`${servicesOf(order)
                .map(({ label }) => label)
                .join(', ')} · ${paymentWords(order).text} ·`}</span>{' '}
              <Moment isDay at={order.createdAt} />
            </p>
          </li>
        ))}
      </ol>
      <ol className="case-items stack">
        {quotes.map((quote) => (
          <li key={quote.number}>
            <p className="customer-order cluster baseline any-width">
              <QuoteLink number={quote.number} /> <QuoteState {...quote} />
              <span className="money push">{totalWords(quote)}</span>
            </p>
            <p className="admin-small">
              Quote · <Moment isDay at={quote.sentAt ?? quote.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Of all orders and quotes. */
export function CustomerMessages({ customer: { messages } }: Of) {
  if (messages.length === 0) return null;
  return (
    <Card className="case-card" title="Messages">
      <ol className="case-items stack">
        {messages.toReversed().map(({ orderNumber, isFromStudio, by, text, sentAt, id }) => (
          <li key={`${orderNumber} ${id}`}>
            <p className="admin-small">
              <span>{`${isFromStudio ? by || 'The team' : 'Customer'},`}</span> <Moment at={sentAt} /> ·{' '}
              {orderNumber.startsWith('Q-') ? (
                <QuoteLink number={orderNumber} />
              ) : (
                <CaseLink orderNumber={orderNumber} />
              )}
            </p>
            <LongText text={text} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The recurring payments and the documents. */
export function CustomerMoney({ customer: { recurringList, documents } }: Of) {
  if (recurringList.length + documents.length === 0) return null;
  return (
    <Card className="case-card" title="Payments">
      <ol className="case-items stack">
        {recurringList.map((agreement) => (
          <li key={agreement.orderNumber}>
            <p>
              <span className="money">{priceWords(agreement)}</span>{' '}
              <span>{`· ${AGREEMENT_LABELS[agreement.state]}`}</span>
            </p>
            <p className="admin-small">
              <CaseLink orderNumber={agreement.orderNumber} />
              <Moment isDay before=" · next charge " at={agreement.nextChargeAt} />
            </p>
          </li>
        ))}
      </ol>
      <Documents {...{ documents }} />
    </Card>
  );
}
