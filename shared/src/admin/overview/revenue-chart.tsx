import { formatUsd, textToCents } from '../../catalogue/money.ts';
import type { Week } from '../../contracts/admin/overview.ts';

const WIDTH = 480;
const HEIGHT = 120;

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const weekOf = (from: string) => day.format(new Date(from));
const usd = (text: string) => formatUsd(textToCents(text));

/** Payments received and new monthly revenue by week. A visually hidden table has the same numbers. */
export function RevenueChart({ weeks }: { weeks: readonly Week[] }) {
  const [paid = [], recurring = []] = groupedBars({
    rows: [weeks.map((week) => Number(week.paid)), weeks.map((week) => Number(week.recurring))],
    width: WIDTH,
    height: HEIGHT,
    gap: 0.3,
  });
  const [first, last] = [weeks[0], weeks.at(-1)];
  const sum = (name: 'paid' | 'recurring') =>
    formatUsd(weeks.reduce((cents, week) => cents + textToCents(week[name]), 0));
  return (
    <figure className="overview-card">
      <figcaption>
        <h3>Revenue by week</h3>
        <p className="chart-legend" data-kind="paid">
          <strong className="money">{sum('paid')}</strong> received
        </p>
        <p className="chart-legend" data-kind="recurring">
          <strong className="money">{sum('recurring')}</strong> in new monthly revenue
        </p>
      </figcaption>
      <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {weeks.map((week, index) => (
          <g
            key={week.from}
            data-tip={`Week of ${weekOf(week.from)}: ${usd(week.paid)} received, ${usd(week.recurring)} in new monthly revenue`}
          >
            <rect className="chart-paid" {...paid[index]} />
            <rect className="chart-recurring" {...recurring[index]} />
          </g>
        ))}
      </svg>
      {first && last && (
        <p className="chart-ends admin-small" aria-hidden="true">
          <span>{weekOf(first.from)}</span>
          <span>{weekOf(last.from)}</span>
        </p>
      )}
      <div className="visually-hidden">
        <table>
          <caption>Revenue by week</caption>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col">Received</th>
              <th scope="col">New monthly revenue</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.from}>
                <th scope="row">{weekOf(week.from)}</th>
                <td>{usd(week.paid)}</td>
                <td>{usd(week.recurring)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type Bar = { x: number; y: number; width: number; height: number };

type BarsIn = {
  /** One row of values for each series. All rows have the same length. */
  rows: readonly (readonly number[])[];
  width: number;
  height: number;
  /** The space between groups, as a fraction of the group's width. */
  gap: number;
};

/**
 * The positions of grouped bars, with one group for each column of values. The highest value takes the full
 * height.
 */
export function groupedBars({ rows, width, height, gap }: BarsIn): Bar[][] {
  const highest = Math.max(0, ...rows.flat());
  const groupWidth = width / Math.max(1, rows[0]?.length ?? 0);
  const barWidth = (groupWidth * (1 - gap)) / Math.max(1, rows.length);
  return rows.map((values, row) =>
    values.map((value, place) => {
      const barHeight = highest > 0 ? (Math.max(0, value) / highest) * height : 0;
      return {
        x: place * groupWidth + (groupWidth * gap) / 2 + row * barWidth,
        y: height - barHeight,
        width: barWidth,
        height: barHeight,
      };
    }),
  );
}
