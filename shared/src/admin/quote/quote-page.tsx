import styles from './quote.css?url';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { QuoteCaseResponse } from '../../contracts/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/menu.tsx';
import { DOTS, PageHead } from '../base/page-head.tsx';
import { PageSkeleton, Reads } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { CaseConversation, MESSAGE_FIELD } from '../case/case-conversation.tsx';
import { RecordPayment } from '../case/record-payment.tsx';
import { useHadDraft, useOpenForm } from '../drafts/use-draft.ts';
import { Moment } from '../list/times.tsx';
import { customerOf, QuoteState, totalWords } from '../quotes/quote-labels.tsx';
import { QuoteContent } from './quote-content.tsx';
import { ChangeQuote } from './new-quote.tsx';
import { Answer, Customer, Versions } from './quote-facts.tsx';
import { editorDraft } from './typed-quote.ts';

type Quote = QuoteCaseResponse['quote'];

/** The page of the number in the address. */
export function OpenQuote() {
  const { number } = useParams({ from: '/quotes/$number' });
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="view" />
      <Reads
        call="GET /api/json/quotes/:number"
        params={{ number }}
        loading={<PageSkeleton name={number} />}
        notFound={
          <p className="admin-empty" role="alert">
            There’s no quote with the number <bdi>{number}</bdi>. <Link to="/quotes">Search the quotes</Link>
          </p>
        }
      >
        {(answer, query) => <QuoteCase {...answer} query={query} />}
      </Reads>
    </>
  );
}

type QuoteCaseProps = Pick<QuoteCaseResponse, 'quote' | 'taxRules'> & { query: UseQueryResult };

function QuoteCase({ quote, taxRules, query }: QuoteCaseProps) {
  const { number, state, validUntil, agreed, versions, draft } = quote;
  const hadDraft = useHadDraft(editorDraft(number));
  const [isChanging, setIsChanging] = useState(hadDraft);
  const mayWork = useMay('work');
  return (
    <article className="case stack gap-4 packed shrink quote" aria-labelledby="case-title">
      <div className="case-head stack gap-2">
        <PageHead
          id="case-title"
          title={
            <>
              <bdi>{customerOf(quote)}</bdi> <span className="soft regular">{number}</span>
            </>
          }
          tip={customerOf(quote)}
          query={query}
        />
        <p className="quote-state cluster baseline any-width sm">
          <QuoteState {...quote} /> <strong className="money">{totalWords(quote)}</strong>
          <span>{state === 'accepted' || <Moment isDay before="Valid until " at={validUntil} />}</span>
        </p>
        {!isChanging && mayWork && <Actions quote={quote} change={() => setIsChanging(true)} />}
      </div>
      {isChanging ? (
        <ChangeQuote {...{ quote, taxRules }} onDone={() => setIsChanging(false)} />
      ) : (
        <div className="case-columns stack gap-4 shrink" data-order="">
          <div className="case-main stack gap-4 packed shrink">
            {draft && quote.hasDraft && versions.length > 0 && (
              <Card className="case-card" title={`Version ${versions.length + 1}, not sent yet`}>
                <QuoteContent {...draft} />
              </Card>
            )}
            <Card className="case-card" title={versions.length > 0 ? 'What was sent' : 'Draft'}>
              <QuoteContent {...quote} without={agreed?.without} />
            </Card>
            {mayWork && (
              <CaseConversation
                number={number}
                conversation={quote.messages}
                page="page of the quote"
                send={(client, body) =>
                  client.call('POST /api/json/quotes/:number', {
                    params: { number },
                    body: { action: 'message', ...body },
                  })
                }
                also={
                  isRenewedByAnswer(quote) && {
                    label: `Also renew the quote for ${quote.validDays} days and send it`,
                    act: (client) =>
                      client.call('POST /api/json/quotes/:number', {
                        params: { number },
                        body: { action: 'renew', version: quote.editVersion },
                      }),
                  }
                }
              />
            )}
          </div>
          <div className="case-side stack gap-4 packed shrink">
            <Customer quote={quote} />
            <Answer quote={quote} />
            {versions.length > 1 && <Versions versions={versions} />}
          </div>
        </div>
      )}
    </article>
  );
}

/** Answered alone, the customer couldn't accept it, or not for long. Who may not send it only answers. */
const isRenewedByAnswer = ({ canRenew, messages }: Quote) =>
  canRenew && messages.at(-1)?.isFromStudio === false;

const FAILURE = 'Couldn’t change the quote';

function Actions({ quote, change }: { quote: Quote; change: () => void }) {
  const { number, state, hasDraft, asksOwner, needsOwner, canRenew, orderNumber, versions, messages, total } =
    quote;
  const mayManage = useMay('manage');
  const { isOpen, form, opener } = useOpenForm(`${number} record`);
  const act = (client: AdminClient, action: 'send' | 'ask') =>
    client.call('POST /api/json/quotes/:number', {
      params: { number },
      body: { action, version: quote.editVersion },
    });
  const { isBusy, run } = useAdminAction(act, FAILURE);
  const mayChange = orderNumber === null && (state !== 'accepted' || mayManage);
  const canSend = hasDraft && mayChange;
  const isAsked = messages.at(-1)?.isFromStudio === false;
  const isUnpaid = state === 'accepted' && orderNumber === null && mayManage;
  const version = versions.length > 0 ? `version ${versions.length + 1}` : 'quote';
  return (
    <>
      <div className="case-actions cluster gap-2">
        {canSend && needsOwner ? (
          asksOwner ? (
            <span>Waiting for an owner to send it.</span>
          ) : (
            <Button isBusy={isBusy} onClick={() => run('ask')}>
              Ask an owner to send it
            </Button>
          )
        ) : canSend ? (
          <Button isBusy={isBusy} onClick={() => run('send')}>
            {`Send ${version}`}
          </Button>
        ) : (
          isAsked && (
            <Button onClick={() => document.getElementById(MESSAGE_FIELD)?.focus()}>
              {isRenewedByAnswer(quote) ? 'Answer and renew' : 'Answer'}
            </Button>
          )
        )}
        {!hasDraft && (state === 'sent' || (state === 'expired' && canRenew)) && (
          <Button isQuiet isBusy={isBusy} onClick={() => run('send')}>
            {state === 'sent' ? 'Send again' : 'Renew and send'}
          </Button>
        )}
        {(mayChange || isUnpaid) && (
          <Menu
            className="icon-button"
            aria-label={`Other actions for ${number}`}
            items={
              <>
                {mayChange && (
                  <Button isQuiet onClick={change}>
                    Change
                  </Button>
                )}
                {isUnpaid && (
                  <Button isQuiet {...opener}>
                    Record a payment
                  </Button>
                )}
                {mayChange && state !== 'withdrawn' && state !== 'declined' && (
                  <Act
                    isQuiet
                    className="danger"
                    asks={{
                      title: 'Withdraw this quote?',
                      text:
                        versions.length > 0
                          ? `The customer can no longer accept ${number} for ${formatUsd(textToCents(total))}, or pay it. They get no email. You can send a new version later.`
                          : `${number} was never sent. You can change and send it later.`,
                      confirm: 'Withdraw',
                      keep: 'Keep it',
                    }}
                    call="POST /api/json/quotes/:number"
                    params={{ number }}
                    body={{ action: 'withdraw', version: quote.editVersion }}
                    failure={FAILURE}
                  >
                    Withdraw
                  </Act>
                )}
              </>
            }
          >
            <Icon d={DOTS} />
          </Menu>
        )}
      </div>
      {isUnpaid && isOpen && (
        <RecordPayment
          {...form}
          amount={formatUsd(textToCents(quote.dueNow))}
          send={(client, body) => client.call('POST /api/json/quotes/:number', { params: { number }, body })}
        />
      )}
    </>
  );
}
