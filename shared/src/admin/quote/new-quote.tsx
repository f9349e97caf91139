import styles from './quote.css?url';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { QuoteCaseResponse } from '../../contracts/quotes.ts';
import { CallError } from '../../contracts/call-error.ts';
import { normalizeOrderNumber } from '../../contracts/order-number.ts';
import { PageHead } from '../base/page-head.tsx';
import { PageSkeleton, Reads, reads } from '../base/query-panel.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { QuoteEditor } from './quote-editor.tsx';
import { editorDraft, newTyped, typedOf } from './typed-quote.ts';

/** The page on which a quote is written, for the customer of an order if the address names one. */
export function NewQuote() {
  const { order } = useSearch({ from: '/quotes/new' });
  const orderNumber = order && normalizeOrderNumber(order);
  const navigate = useNavigate();
  const {
    data: about,
    error,
    isPending,
  } = useQuery({
    ...reads('GET /api/json/cases/:orderNumber', { orderNumber: orderNumber ?? '' }),
    enabled: orderNumber !== undefined,
  });
  const isUnknown = error instanceof CallError && error.status === 404;
  return (
    <article className="case stack gap-4 packed shrink quote" aria-labelledby="case-title">
      <link rel="stylesheet" href={styles} precedence="view" />
      <PageHead
        id="case-title"
        title="New quote"
        count={
          orderNumber && (
            <>
              About <CaseLink orderNumber={orderNumber} />
            </>
          )
        }
      />
      {isUnknown ? (
        <p className="admin-empty" role="alert">
          There’s no order or request with the number <bdi>{orderNumber}</bdi>.{' '}
          <Link to="/orders">Search the orders</Link>
        </p>
      ) : (
        <Reads call="GET /api/json/quotes" loading={<PageSkeleton name="the quote" />}>
          {({ earlierLines, taxRules, limitCents }) =>
            orderNumber && isPending ? (
              <PageSkeleton name={orderNumber} />
            ) : (
              <QuoteEditor
                {...{ earlierLines, taxRules, limitCents }}
                draftName={editorDraft(orderNumber ?? 'new')}
                initial={newTyped(about?.order ?? {}, about?.order?.serviceTypes[0])}
                orderNumber={orderNumber}
                sendLabel="Send quote"
                save={(client, body, fresh) =>
                  client.call('POST /api/json/quotes', { body: { ...body, ...fresh } })
                }
                onSaved={(number) =>
                  void navigate({ to: '/quotes/$number', params: { number }, replace: true })
                }
                onDiscard={() =>
                  void (orderNumber
                    ? navigate({ to: '/case/$orderNumber', params: { orderNumber } })
                    : navigate({ to: '/quotes' }))
                }
              />
            )
          }
        </Reads>
      )}
    </article>
  );
}

type ChangeQuoteProps = Pick<QuoteCaseResponse, 'quote' | 'taxRules'> & { onDone: () => void };

/** The editor in the place of a quote. */
export function ChangeQuote({ quote, taxRules, onDone }: ChangeQuoteProps) {
  const { number, versions, orderNumber } = quote;
  return (
    <>
      {versions.length > 0 && (
        <p className="admin-small">{`This becomes version ${versions.length + 1}. Until you send it, the customer keeps the one they have.`}</p>
      )}
      <Reads call="GET /api/json/quotes">
        {({ earlierLines, limitCents }) => (
          <QuoteEditor
            {...{ earlierLines, taxRules, limitCents }}
            draftName={editorDraft(number)}
            initial={typedOf(quote)}
            orderNumber={orderNumber ?? undefined}
            sendLabel={versions.length > 0 ? `Send version ${versions.length + 1}` : 'Send quote'}
            isChange
            save={(client, body) =>
              client.call('POST /api/json/quotes/:number', {
                params: { number },
                body: { action: 'save', version: quote.editVersion, ...body },
              })
            }
            onSaved={onDone}
            onDiscard={onDone}
          />
        )}
      </Reads>
    </>
  );
}
