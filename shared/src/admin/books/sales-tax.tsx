import { formatUsd } from '../../catalog/money.ts';
import type { BooksResponse, StateSums } from '../../contracts/books.ts';

/** "2026-11" some months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

export const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "November 2026", or "October 2026 to December 2026". */
export const spanName = ({ month, through = month }: Pick<BooksResponse, 'month' | 'through'>): string =>
  month === through ? monthName(month) : `${monthName(month)} to ${monthName(through)}`;

/** The spans of months that are filed, by how many they are. */
export const SPANS = { 1: 'Month', 3: 'Quarter', 12: 'Year' } as const;

/** The quarter or the year of a month. */
export function spanOf(month: string, months: number): { month: string; through?: string } {
  if (months === 1) return { month };
  const [year = '', number = ''] = month.split('-');
  const first = Math.floor((Number(number) - 1) / months) * months + 1;
  const from = `${year}-${String(first).padStart(2, '0')}`;
  return { month: from, through: monthAfter(from, months - 1) };
}

/** Beside the list if there is room, and else above it, closed. */
const isBeside = () => matchMedia('(width >= 96rem)').matches;

export function SalesTax({ sums, byState }: Pick<BooksResponse, 'sums' | 'byState'>) {
  return (
    <details className="box books-states" open={isBeside()}>
      <summary className="medium">Sales tax by state</summary>
      <p className="admin-small">Refunds are taken off in the month of the refund.</p>
      <div className="books-scroll">
        <table className="books-taxes full">
          <thead>
            <tr>
              <th scope="col">State</th>
              <th scope="col">Sold, without tax</th>
              <th scope="col">Sales tax</th>
            </tr>
          </thead>
          <tbody>
            {byState.map((one) => (
              <StateRow key={one.state} sums={one} name={one.state} />
            ))}
            <StateRow sums={sums} name="All" />
          </tbody>
        </table>
      </div>
    </details>
  );
}

function StateRow({
  sums: { netCents, taxCents },
  name,
}: {
  sums: Pick<StateSums, 'netCents' | 'taxCents'>;
  name: string;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="money">{formatUsd(netCents)}</td>
      <td className="money">{formatUsd(taxCents)}</td>
    </tr>
  );
}
