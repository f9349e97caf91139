import { useState } from 'react';
import { zoneText } from '@northlight/shared/catalog/due-text.ts';
import { formatUsd, textToCents } from '@northlight/shared/catalog/money.ts';
import type { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { Button } from '@northlight/shared/ui/button.tsx';
import { newUuid } from '@northlight/shared/ui/new-uuid.ts';
import { call, problemText } from '../../lib/api-client.ts';
import { ToastOutlet } from '@northlight/shared/ui/toast-outlet.tsx';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import { useCall } from '../../lib/use-linked-page.ts';
import { Messages } from '../order-page/messages.tsx';
import { LoadProblem } from '../order-page/notices.tsx';
import { momentText } from '../order-page/order-texts.ts';
import { AnswerQuote } from './answer-quote.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { type LoadedQuote, useQuote } from './use-quote.ts';
import type { QuoteState } from '@northlight/shared/contracts/lists.ts';

type Business = { businessName: string; businessEmail: string };

const loadAsk = async () => (await import('../customer-orders/ask-for-link.tsx')).AskForLink;

const INVALID = 'This link isn’t valid. Please check that you opened the whole link, or reply to our email.';

/** The customer's page of a quote. */
export function QuotePage({ businessPhone, ...business }: Business & { businessPhone: string }) {
  const loaded = useQuote();
  const { page: quote, problem, link } = loaded;
  const isIncomplete = link !== null && !quote && !problem;
  const isInvalid = isIncomplete || (!quote && problem?.status === 404);
  const { part: AskForLink } = useLazy(loadAsk, isInvalid);
  return (
    <div className={isInvalid ? 'order-page stack gap-6 order-find' : 'order-page stack gap-6'}>
      {quote ? (
        <Quote quote={quote} loaded={loaded} {...business} />
      ) : (
        <>
          <h1>Your quote</h1>
          {link === null && <p className="lede order-wait">Loading your quote…</p>}
        </>
      )}
      {(problem || isIncomplete) && (
        <LoadProblem
          text={problem ? problemText(problem) : INVALID}
          retry={problem !== null && problem.status !== 404 && loaded.reload}
        />
      )}
      {AskForLink && <AskForLink />}
      {isInvalid && businessPhone && (
        <p>
          Or call us at <a href={`tel:${businessPhone.replace(/[^\d+]/g, '')}`}>{businessPhone}</a>.
        </p>
      )}
      <ToastOutlet />
    </div>
  );
}

type QuoteProps = Business & { quote: QuoteResponse; loaded: LoadedQuote };

const loadPayment = async () => (await import('./quote-payment.tsx')).QuotePayment;

function Quote({ quote, loaded, ...business }: QuoteProps) {
  const { number, sentAt, timeZone, payment, state, message } = quote;
  const { part: QuotePayment, isFailed } = useLazy(loadPayment, payment !== null);
  return (
    <>
      <header className="stack gap-4">
        <h1>{`Your quote ${number}`}</h1>
        {sentAt && (
          <p>{`From ${business.businessName}, sent on ${momentText(sentAt, timeZone)} ${zoneText(new Date(sentAt), timeZone)} time${quote.version > 1 ? `, version ${quote.version}` : ''}.`}</p>
        )}
        <Situation quote={quote} loaded={loaded} />
      </header>
      <div className="order-main stack gap-7 packed">
        {message && (
          <p className="order-words quote-message as-typed break">
            <bdi>{message}</bdi>
          </p>
        )}
        {state === 'sent' ? (
          <AnswerQuote key={quote.version} quote={quote} loaded={loaded} />
        ) : (
          <QuoteLines quote={quote} />
        )}
        {payment && loaded.link && (
          <section className="quote-payment no-print" aria-label="Payment">
            {QuotePayment && (
              <QuotePayment
                key={payment.checkoutId}
                link={{ ...loaded.link, quote: number }}
                payment={payment}
              />
            )}
            {isFailed && (
              <LoadProblem text="We couldn’t load the payment form. You haven’t been charged. Please reload the page." />
            )}
          </section>
        )}
        {quote.isDemo && (
          <p className="notice no-print">
            <strong>Demo quote.</strong> No real payments are made.
          </p>
        )}
        <Messages
          messages={quote.messages}
          timeZone={timeZone}
          loaded={loaded}
          about="this quote"
          send={(query, body) => call('POST /api/quote/messages', { query, body })}
          {...business}
        />
        {loaded.link && (
          <p className="no-print">
            <a className="button quiet" href={`/api/quote/quote.pdf?${new URLSearchParams(loaded.link)}`}>
              Download as PDF
            </a>
          </p>
        )}
      </div>
    </>
  );
}

const OVER: Partial<Record<QuoteState, string>> = {
  expired: 'This quote has expired.',
  withdrawn: 'We withdrew this quote. Send us a message if you have a question.',
  declined: 'You declined this quote. Thank you for telling us. Send us a message if you change your mind.',
};

/** Where the quote stands, and what comes next. */
function Situation({ quote, loaded }: { quote: QuoteResponse; loaded: LoadedQuote }) {
  const { state, payment, orderUrl, agreed, timeZone, validUntil } = quote;
  if (state === 'sent' && validUntil)
    return (
      <p>
        Valid until <strong>{momentText(validUntil, timeZone)}</strong>.
      </p>
    );
  if (state !== 'accepted')
    return (
      <div className="notice" role="status">
        <p>{OVER[state]}</p>
        {state === 'expired' && <AskToRenew quote={quote} loaded={loaded} />}
      </div>
    );
  const by = agreed && `Accepted by ${agreed.name} on ${momentText(agreed.at, timeZone)}.`;
  return (
    <div className="notice stack gap-3" role="status">
      <p>
        <strong>{payment ? 'Thank you. One step is left: the payment.' : 'Thank you.'}</strong>{' '}
        <span>{`${by ?? ''} ${payment ? `Please pay ${formatUsd(payment.price.dueTodayCents)} below, and we’ll get started.` : ''}${orderUrl && textToCents(quote.dueNow) > 0 ? 'Your payment went through.' : ''}`}</span>
      </p>
      {orderUrl && (
        <p className="no-print">
          <a className="button" href={orderUrl}>
            {`Open your order ${quote.orderNumber ?? ''}`}
          </a>
        </p>
      )}
    </div>
  );
}

/** Asks with one press. A question that waits for an answer is enough. */
function AskToRenew({ quote, loaded }: { quote: QuoteResponse; loaded: LoadedQuote }) {
  const [key] = useState(newUuid);
  const { isBusy, problem, run } = useCall(loaded);
  if (quote.messages.at(-1)?.isFromStudio === false) return <p>We have your message and will answer it.</p>;
  const text = 'Please renew this quote.';
  return (
    <p className="no-print">
      <Button
        isBusy={isBusy}
        onClick={() => void run((query) => call('POST /api/quote/messages', { query, body: { key, text } }))}
      >
        Ask to renew
      </Button>{' '}
      {problem && (
        <span className="field-error" role="alert">
          {problem}
        </span>
      )}
    </p>
  );
}
