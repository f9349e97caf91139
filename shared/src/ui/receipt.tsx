import { receiptRows } from '../catalogue/receipt.ts';
import type { Quote } from '../catalogue/quote.ts';

type Props = {
  quote: Quote;
  /** `short` while the buyer is still choosing. */
  form?: 'full' | 'short';
  title?: string;
  /** Fits the slip into the headings around it. */
  headingLevel?: 2 | 3;
};

/**
 * The slip that follows the buyer from the first price to the last mail. Styles: receipt.css.
 * Wrap it in an `aria-live="polite"` region where it changes while the buyer looks on.
 */
export function Receipt({ quote, form = 'full', title = 'Your receipt', headingLevel = 3 }: Props) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <section className="receipt" aria-label={title}>
      <Heading className="receipt-title">{title}</Heading>
      <dl className="receipt-rows">
        {receiptRows(quote, form).map((row) => (
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
