import { Link } from '@tanstack/react-router';
import { formatUsd } from '../../catalog/money.ts';
import type { BookSums } from '../../contracts/books.ts';

/** What was invoiced, and what is still owed. */
export function Sums({
  sums: { invoices, creditNotes, invoicedCents, creditedCents, netCents, taxCents },
  owedCents,
}: {
  sums: BookSums;
  owedCents: number;
}) {
  const figures = [
    ['Invoiced', invoicedCents, countText(invoices, 'invoice')],
    ['Refunded', -creditedCents, countText(creditNotes, 'credit note')],
    ['Net, without tax', netCents, ''],
    ['Sales tax', taxCents, <TaxesLink key="taxes" />],
    // Older responses do not say it.
    ['Still owed', owedCents || 0, <OwedLink key="owed" />],
  ] as const;
  return (
    <dl className="facts books-sums stack gap-2">
      {figures.map(([label, cents, small]) => (
        <div className="box" key={label}>
          <dt>{label}</dt>
          <dd>
            <strong className="money">{formatUsd(cents)}</strong> {small && <small>{small}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** "1 invoice", "1,200 invoices" */
const countText = (count: number, name: string): string =>
  `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`;

/** Opens the sums of each state, which a narrow window shows closed. */
const TaxesLink = () => (
  <button
    type="button"
    className="list-action"
    onClick={() => {
      const states = document.querySelector<HTMLDetailsElement>('.books-states');
      if (states) states.open = true;
      states?.scrollIntoView();
    }}
  >
    By state
  </button>
);

const OwedLink = () => (
  <Link className="list-action" to="/books" search={{ owed: true }}>
    Today, by whom
  </Link>
);
