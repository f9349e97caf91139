import { useEffect, useState } from 'react';
import { zoneText } from '@northlight/shared/catalog/due-text.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { EXTRA_REVISIONS } from '@northlight/shared/catalog/rounds.ts';
import { FORM_NAMES } from '@northlight/shared/contracts/forms/forms.ts';
import type { OrderResponse } from '@northlight/shared/contracts/order-page.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import { Files } from './files.tsx';
import { FormsToConfirm, GivenAnswers } from './forms-to-confirm.tsx';
import { call, problemText } from '../../lib/api-client.ts';
import { startAddon } from '../../lib/order-page.ts';
import { Messages } from './messages.tsx';
import { LoadProblem, Notice } from './notices.tsx';
import { momentText, workText } from './order-texts.ts';
import { RecurringPayment } from './recurring-payment.tsx';
import { FORM_PAGES } from '../../lib/form-pages.ts';
import { Service } from './service.tsx';
import { type LoadedOrder, useOrder } from './use-order.ts';

/** The customer's page of an order. If its link is wrong, find-order.ts shows how to get one. */
export function OrderPage(business: BusinessProps) {
  const loaded = useOrder();
  const { order, problem } = loaded;
  const isNotFound = problem?.status === 404 && !order;
  useEffect(() => {
    if (isNotFound) dispatchEvent(new Event('order-not-found'));
  }, [isNotFound]);
  return (
    <>
      <div className="order-page stack gap-6">
        {order ? (
          <Order order={order} loaded={loaded} {...business} />
        ) : (
          <>
            <h1>Your order</h1>
            {!problem && <p className="lede order-wait">Loading your order…</p>}
          </>
        )}
        {problem && <LoadProblem text={problemText(problem)} retry={loaded.reload} />}
      </div>
      <RecurringPayment hasOrder={loaded.order !== null} />
    </>
  );
}

const loadReview = async () => (await import('./review.tsx')).Review;

type BusinessProps = { businessName: string; businessEmail: string };
type OrderProps = BusinessProps & { order: OrderResponse; loaded: LoadedOrder };

function Order({ order, loaded, ...business }: OrderProps) {
  const { orderNumber, services, answers, messages, receipt, review, timeZone } = order;
  const { part: Review, isFailed } = useLazy(loadReview, Boolean(review));
  return (
    <>
      <header className="stack gap-4">
        <h1>{`Your order ${orderNumber}`}</h1>
        <p>{`Ordered on ${momentText(order.createdAt, timeZone)} ${zoneText(new Date(order.createdAt), timeZone)} time.`}</p>
        <Returned />
        {order.paymentNotice && <Notice {...order.paymentNotice} />}
      </header>
      <div className="order-columns stack gap-7">
        <div className="order-main stack gap-7 packed">
          <Requests order={order} link={loaded.link} />
          <FormsToConfirm loaded={loaded} />
          {services.length > 0 && (
            <section aria-labelledby="now-title">
              <h2 id="now-title">What happens next</h2>
              {services.map((service) => (
                <Service key={service.id} service={service} order={order} loaded={loaded} />
              ))}
              {order.work.map((work) => (
                <article key={work.id} className="order-service stack gap-4 start pad-5 frame">
                  <h3>
                    <bdi>{work.name}</bdi>
                  </h3>
                  <p className="order-state">{workText(work, timeZone, loaded.now)}</p>
                </article>
              ))}
            </section>
          )}
          <Messages
            messages={messages}
            timeZone={timeZone}
            loaded={loaded}
            about="your order"
            send={(query, body) => call('POST /api/order/messages', { query, body })}
            {...business}
          />
          {review && Review && <Review review={review} loaded={loaded} />}
          {review && isFailed && (
            <LoadProblem text="We couldn’t load the form for your review. Please reload the page." />
          )}
          <Files files={order.files} loaded={loaded} />
          {answers.length > 0 && <Answers answers={answers} timeZone={timeZone} link={loaded.link} />}
        </div>
        <div className="stack gap-4 packed">
          {order.isDemo && <Notice title="Demo order." text="No real payments are made." />}
          {receipt && (
            <Receipt
              price={receipt}
              refundedCents={order.refundedCents}
              title={order.isPaid ? 'Your receipt' : 'What you ordered'}
              headingLevel={2}
            />
          )}
          {order.addons.map((addon) => (
            <Receipt
              key={addon.orderNumber}
              price={addon.receipt}
              refundedCents={addon.refundedCents}
              title={`Added on ${momentText(addon.createdAt, timeZone)}`}
              headingLevel={2}
            />
          ))}
          <Documents order={order} />
          {order.termsAcceptedAt && (
            <p className="order-soft">
              You accepted our <a href="/terms">terms</a>{' '}
              <span>{`on ${momentText(order.termsAcceptedAt, timeZone)}.`}</span>
            </p>
          )}
          <p className="no-print">
            <Button isQuiet onClick={() => print()}>
              Print this page
            </Button>
          </p>
        </div>
      </div>
    </>
  );
}

/** What the studio asks a payment for. */
function Requests({ order: { requests }, link }: Pick<OrderProps, 'order'> & Pick<LoadedOrder, 'link'>) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests-title">
      <h2 id="requests-title">To pay</h2>
      {requests.map((request) => (
        <article
          key={request.checkoutId}
          className="order-service stack gap-4 start pad-5 frame"
          data-yours=""
        >
          <h3>{request.reason}</h3>
          <p>
            {`${formatUsd(request.price.dueTodayCents)}${request.price.taxCents > 0 ? ` with ${formatUsd(request.price.taxCents)} sales tax` : ''}`}
          </p>
          <p className="no-print">
            <Button onClick={() => link && startAddon(link, request, request.reason)}>
              {`Pay ${formatUsd(request.price.dueTodayCents)}`}
            </Button>
          </p>
        </article>
      ))}
    </section>
  );
}

const PENDING = 'Your payment is on its way.';
const MORE = `${EXTRA_REVISIONS} more revisions`;

/** What a customer is told who comes back from paying for more, or what we asked for, or from correcting a form. */
const RETURNS = [
  ['bought', 'paid', 'Thank you.', `Your payment went through, and you have ${MORE}.`],
  ['bought', 'processing', PENDING, `You’ll have ${MORE} as soon as it arrives. Please don’t pay again.`],
  ['paid', 'paid', 'Thank you.', 'Your payment went through.'],
  ['paid', 'processing', PENDING, 'Please don’t pay again.'],
  ['corrected', '', 'Saved.', 'We’ll start from your new answers.'],
] as const;

function Returned() {
  const [query] = useState(() => new URLSearchParams(location.search));
  return RETURNS.map(
    ([name, value, title, text]) =>
      query.get(name) === value && <Notice key={text} title={title} text={text} role="status" />,
  );
}

/** The invoices and credit notes, or the receipt of an order that was free. */
function Documents({ order: { documents, receiptUrl } }: Pick<OrderProps, 'order'>) {
  return (
    <ul className="stack gap-2 no-print">
      {documents.map(({ number, kind, amountCents, url, isVoid }) => (
        <li key={number}>
          <a href={url}>{`${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number} (PDF)`}</a>{' '}
          <small>{`${formatUsd(amountCents)}${isVoid ? ', void' : ''}`}</small>
        </li>
      ))}
      {documents.length === 0 && receiptUrl && (
        <li>
          <a href={receiptUrl}>Receipt (PDF)</a>
        </li>
      )}
    </ul>
  );
}

type AnswersProps = Pick<OrderResponse, 'answers' | 'timeZone'> & Pick<LoadedOrder, 'link'>;

function Answers({ answers, timeZone, link }: AnswersProps) {
  return (
    <section aria-labelledby="answers-title">
      <h2 id="answers-title">What you told us</h2>
      {answers.map(({ form, sentAt, canCorrect, answers: given }) => (
        <details key={`${form} ${sentAt}`} className="order-answers">
          <summary className="target bold">
            <span>{FORM_NAMES[form]}</span> <small>{`sent on ${momentText(sentAt, timeZone)}`}</small>
          </summary>
          <GivenAnswers answers={given} />
          <p className="no-print">
            {canCorrect ? (
              <a
                className="button quiet"
                href={`${FORM_PAGES[form]}?${new URLSearchParams({ ...link, correct: '' })}`}
              >
                Correct your answers
              </a>
            ) : (
              'We’ve started work, so you can’t edit these answers. To change something, please send us a message.'
            )}
          </p>
        </details>
      ))}
    </section>
  );
}
