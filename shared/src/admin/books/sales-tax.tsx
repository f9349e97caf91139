import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd } from '../../catalog/money.ts';
import type { StateSums } from '../../contracts/books.ts';
import { Card } from '../base/card.tsx';
import { readsWith } from '../base/query-panel.tsx';
import { Choices } from '../base/fields.tsx';

/** "2026-11" some months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

export const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The span of months that a tax return asks for. */
const SPANS = { month: 'This month', quarter: 'Its quarter', year: 'Its year' } as const;
type Span = keyof typeof SPANS;

export function spanOf(month: string, span: Span): { from: string; to: string } {
  const [year = '', number = ''] = month.split('-');
  if (span === 'month') return { from: month, to: month };
  if (span === 'year') return { from: `${year}-01`, to: `${year}-12` };
  const first = Math.floor((Number(number) - 1) / 3) * 3 + 1;
  const from = `${year}-${String(first).padStart(2, '0')}`;
  return { from, to: monthAfter(from, 2) };
}

/** The sales tax of a month, its quarter, or its year. */
export function SalesTax({ month }: { month: string }) {
  const [span, setSpan] = useState<Span>('month');
  const { data } = useQuery({
    ...readsWith('GET /api/json/taxes', spanOf(month, span)),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title="Sales tax by state">
      <label className="books-span cluster middle any-width below-3">
        Period{' '}
        <select className="input" value={span} onChange={({ target }) => setSpan(target.value as Span)}>
          <Choices of={SPANS} />
        </select>
      </label>
      {data && (
        <>
          <p className="admin-small">
            {`${monthName(data.from)}${data.to !== data.from ? ` to ${monthName(data.to)}` : ''}. Refunds are taken off in the month of the refund.`}
          </p>
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
                {data.byState.map((one) => (
                  <StateRow key={one.state} sums={one} name={one.state} />
                ))}
                <StateRow sums={data.sums} name="All" />
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
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
