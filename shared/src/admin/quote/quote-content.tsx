import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { QuotePrice } from '../../catalog/quote.ts';
import type { QuoteCaseResponse } from '../../contracts/quotes.ts';
import { LongText } from '../case/long-text.tsx';

type Quote = QuoteCaseResponse['quote'];
type QuoteContentProps = Pick<Quote, 'lines' | 'message' | 'price'> & {
  /** The optional lines that the customer left out. Undefined before the answer. */
  without?: readonly number[] | undefined;
  isPaid?: boolean;
};

/** The lines and the sums of a version, as its customer sees them. */
export function QuoteContent(props: QuoteContentProps) {
  const { lines, message, price, without, isPaid = false } = props;
  return (
    <>
      <ol className="case-items quote-lines stack">
        {lines.map(({ name, description, quantity, amount, period, isOptional }, index) => (
          // The lines of a version never change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} data-out={without?.includes(index) || undefined}>
            <p className="quote-line row gap-4 between any-width">
              <span>
                <bdi>{name}</bdi>
                {quantity > 1 && <small>{` × ${quantity}`}</small>}
                {isOptional && (
                  <small>{` ${without ? (without.includes(index) ? 'Left out' : 'Chosen') : 'Optional'}`}</small>
                )}
              </span>
              <span className="money">
                <span>{formatUsd(quantity * textToCents(amount))}</span>
                {period && <small>{` per ${period}`}</small>}
              </span>
            </p>
            {description && (
              <div className="admin-small">
                <LongText text={description} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <QuoteTotals {...{ price, isPaid }} />
      {message && (
        <blockquote className="quote-message">
          <LongText text={message} />
        </blockquote>
      )}
    </>
  );
}

type QuoteTotalsProps = { price: QuotePrice; isPaid?: boolean };

/** The sums of a quote. `isPaid`: what was due at first. */
export function QuoteTotals({ price: { whole, now, later }, isPaid = false }: QuoteTotalsProps) {
  const rows: [label: string, cents: number, kind?: string][] = [];
  if (whole.discountCents > 0) rows.push(['Discount', -whole.discountCents]);
  if (whole.taxCents > 0) rows.push(['Sales tax', whole.taxCents]);
  if (whole.terms?.exempt !== undefined) rows.push(['Exempt from sales tax', 0]);
  rows.push(['Total', whole.dueTodayCents, 'total']);
  if (later)
    rows.push(
      [isPaid ? 'First payment, paid' : 'Due now', now.dueTodayCents],
      [isPaid ? 'Final payment' : 'Due later', later.dueTodayCents],
    );
  if (whole.recurringPeriod) rows.push([`Then per ${whole.recurringPeriod}`, whole.recurringCents]);
  return (
    <dl className="quote-totals stack gap-1">
      {rows.map(([label, cents, kind]) => (
        <div className="row gap-4 between" key={label} data-kind={kind}>
          <dt>{label}</dt>
          <dd className="money">{formatUsd(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
