import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { QuoteCaseResponse } from '../../contracts/quotes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../base/card.tsx';
import { copyText } from '../base/copy-text.ts';
import { Facts } from '../case/facts.tsx';
import { LongText } from '../case/long-text.tsx';
import { CaseLink } from '../list/table-parts.tsx';
import { Moment } from '../list/times.tsx';
import { QUOTE_LABELS } from '../quotes/quote-labels.tsx';

type Quote = QuoteCaseResponse['quote'];

export function Customer({ quote }: { quote: Quote }) {
  const { firstName, lastName, email, phone, address, aboutOrder, orderNumber, link, versions } = quote;
  const place = [address.address, address.city, address.state, address.postalCode, address.country];
  return (
    <Card className="case-card" title="Customer">
      <Facts
        of={{
          Name: <bdi>{`${firstName} ${lastName}`.trim() || 'Not given'}</bdi>,
          Email: (
            <a href={`mailto:${encodeURIComponent(email)}`}>
              <bdi>{email}</bdi>
            </a>
          ),
          Phone: phone && <bdi>{phone}</bdi>,
          Address: <bdi>{place.filter(Boolean).join(', ')}</bdi>,
          About: aboutOrder && <CaseLink orderNumber={aboutOrder} />,
          Order: orderNumber && <CaseLink orderNumber={orderNumber} />,
        }}
      />
      {versions.length > 0 && link && (
        <>
          {/* Whoever has the link can accept the quote. */}
          <p className="case-actions cluster gap-2 no-print">
            <Button isQuiet onClick={() => void copyText(link, 'Link')}>
              Copy the link
            </Button>
            <a className="button quiet" href={link} target="_blank" rel="noreferrer noopener">
              Open as the customer
            </a>
          </p>
        </>
      )}
    </Card>
  );
}

/** When it was sent and seen, and what the customer said. */
export function Answer({
  quote: { sentAt, seenAt, agreed, answeredAt, state, declineReason },
}: {
  quote: Quote;
}) {
  if (!sentAt) return null;
  return (
    <Card className="case-card" title="History">
      <Facts
        of={{
          Sent: <Moment at={sentAt} />,
          Seen: seenAt ? <Moment at={seenAt} /> : 'Not yet',
          Agreed: agreed && (
            <>
              <bdi>{agreed.name}</bdi>
              <Moment before=", " at={agreed.at} />
            </>
          ),
          Declined: state === 'declined' && <Moment at={answeredAt} />,
        }}
      />
      {state === 'declined' && declineReason && <LongText text={declineReason} />}
    </Card>
  );
}

/** Newest first. */
export function Versions({ versions }: Pick<Quote, 'versions'>) {
  return (
    <Card className="case-card" title="Versions">
      <ol className="case-items stack">
        {versions.toReversed().map(({ version, state, sentAt, total, agreed }) => (
          <li key={version}>
            <p>
              <span>{`Version ${version}`}</span>{' '}
              <strong className="money">{formatUsd(textToCents(total))}</strong>{' '}
              <span>{QUOTE_LABELS[state]}</span>
            </p>
            <p className="admin-small">
              <Moment before="Sent " at={sentAt} />
              {agreed && (
                <>
                  {' '}
                  <span>· agreed by</span> <bdi>{agreed.name}</bdi>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
