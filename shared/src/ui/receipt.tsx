import { receiptRows } from '../catalog/receipt.ts';
import type { Cents } from '../catalog/money.ts';
import type { Price } from '../catalog/price.ts';

type Props = {
  price: Price;
  /** `short` while the customer is still choosing. */
  form?: 'full' | 'short';
  /** What was refunded of the total since. */
  refundedCents?: Cents;
  title?: string;
  /** Matches the surrounding headings. */
  headingLevel?: 2 | 3;
};

/**
 * A receipt for a price. Styles: receipt.css. Wrap it in an `aria-live="polite"` region if it changes while
 * the customer watches.
 */
export function Receipt({
  price,
  form = 'full',
  refundedCents = 0,
  title = 'Your receipt',
  headingLevel = 3,
}: Props) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section className="receipt" aria-label={title}>
      <Heading className="receipt-title">{title}</Heading>
      <dl className="receipt-rows">
        {receiptRows(price, form, refundedCents).map((row) => (
          <div
            key={`${row.kind}${row.label}`}
            className={`receipt-row ${row.kind}`}
            data-service={row.serviceId}
          >
            <dt>{row.label}</dt>
            <dd className="money">{row.amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
