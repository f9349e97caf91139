import { formatUsd, textToCents } from '@northlight/shared/catalog/money.ts';
import type { TaxAddress } from '@northlight/shared/catalog/price.ts';
import { dueWords, priceQuote, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import { recurringText } from '@northlight/shared/catalog/receipt.ts';
import type { QuoteResponse } from '@northlight/shared/contracts/quotes.ts';
import { momentText } from '../order-page/order-texts.ts';

/** The price without the lines that are left out, by the same function as the server's. */
export function priceShown(
  { lines, discount, duePercent, taxRules }: QuoteResponse,
  address: TaxAddress,
  without: readonly number[],
): QuotePrice {
  const terms = {
    duePercent,
    discountCents: textToCents(discount),
    lines: lines.map(({ amount, ...line }) => ({ ...line, amountCents: textToCents(amount) })),
  };
  return priceQuote(taxRules, terms, address, without);
}

type Props = {
  quote: QuoteResponse;
  /** What the customer has left out, and how to change it. Without it, nothing can be chosen. */
  choice?: { without: readonly number[]; address: TaxAddress; toggle: (index: number) => void };
};

/** What the quote offers, line by line, and what it costs. */
export function QuoteLines({ quote, choice }: Props) {
  const without = choice?.without ?? quote.agreed?.without ?? [];
  const price = choice ? priceShown(quote, choice.address, without) : quote.price;
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title" className="visually-hidden">
        What we offer
      </h2>
      <ul className="quote-lines">
        {[...quote.lines.entries()].map(([index, line]) => (
          <li key={index} data-out={without.includes(index) ? '' : undefined}>
            <Line line={line} index={index} isIn={!without.includes(index)} toggle={choice?.toggle} />
          </li>
        ))}
      </ul>
      <Totals quote={quote} price={price} />
    </section>
  );
}

type LineProps = {
  line: QuoteResponse['lines'][number];
  index: number;
  isIn: boolean;
  toggle: ((index: number) => void) | undefined;
};

function Line({ line, index, isIn, toggle }: LineProps) {
  const { name, description, quantity, amount, period, isOptional } = line;
  const cents = textToCents(amount);
  const words = (
    <span className="quote-line-words shrink break">
      <bdi>{name}</bdi>
      {quantity > 1 && <small>{` ${quantity} × ${formatUsd(cents)}`}</small>}
      {isOptional && (
        <small className="quote-optional">
          {toggle ? ' Optional' : ` Optional${!isIn ? ', left out' : ''}`}
        </small>
      )}
      {description && (
        <small className="order-words as-typed break">
          <bdi>{description}</bdi>
        </small>
      )}
      {line.dueDays && <small className="order-words as-typed break">{dueWords(line)}</small>}
    </span>
  );
  const price = (
    <span className="quote-amount money">
      {/* What is added by ticking it. */}
      <span>{`${toggle && isOptional && !isIn ? '+ ' : ''}${formatUsd(quantity * cents)}`}</span>
      {period && <small>{` a ${period}`}</small>}
    </span>
  );
  if (!isOptional || !toggle)
    return (
      <div className="quote-line row gap-4 baseline target y-3">
        {words}
        {price}
      </div>
    );
  return (
    <label className="quote-line row gap-4 baseline target y-3">
      <input type="checkbox" checked={isIn} onChange={() => toggle(index)} />
      {words}
      {price}
    </label>
  );
}

type TotalsProps = { quote: QuoteResponse; price: QuotePrice };

function Totals({ quote, price: { whole, now, later } }: TotalsProps) {
  const then = recurringText(whole);
  const isElsewhere = quote.duePercent === 0;
  const rows = [
    ...(whole.discountCents > 0
      ? [row('Subtotal', whole.subtotalCents), row('Discount', -whole.discountCents)]
      : []),
    ...(whole.taxCents > 0 ? [row(`Sales tax (${whole.terms?.taxPercent}%)`, whole.taxCents)] : []),
    ...(whole.terms?.exempt === undefined ? [] : [row('Exempt from sales tax', 0)]),
    row('Total', whole.dueTodayCents),
    ...(then ? [['Then', then] as const] : []),
    ...(quote.state === 'accepted'
      ? paidRows(quote, whole.dueTodayCents)
      : later
        ? [row('Due when you accept', now.dueTodayCents)]
        : []),
  ];
  return (
    <dl className="quote-totals stack gap-2" aria-live="polite">
      {rows.map(([label, amount]) => (
        <div key={label} className="row between gap-4">
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      {later && (isElsewhere || quote.state !== 'accepted') && (
        <p className="order-soft">
          {isElsewhere
            ? 'Nothing is due now. We’ll bill you separately.'
            : `We’ll ask for the remaining ${formatUsd(later.dueTodayCents)} later.`}
        </p>
      )}
    </dl>
  );
}

/** What was paid of an accepted quote, and what is still to be paid. */
function paidRows({ payments, payment, timeZone }: QuoteResponse, total: number) {
  const due = payment?.price.dueTodayCents ?? 0;
  const left = payments.reduce((rest, { amountCents }) => rest - amountCents, total - due);
  return [
    ...payments.map(({ at, amountCents }) => row(`Paid on ${momentText(at, timeZone)}`, amountCents)),
    ...(due > 0 ? [row('Due now', due)] : []),
    ...(left > 0 ? [row('To come', left)] : []),
  ];
}

const row = (label: string, cents: number) => [label, formatUsd(cents)] as const;
