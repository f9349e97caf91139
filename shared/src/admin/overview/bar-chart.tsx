import { useState, type ReactNode } from 'react';
import { formatUsd } from '../../catalog/money.ts';

const WIDTH = 480;
const HEIGHT = 120;

type BarChartProps = {
  title: string;
  /** What a row is, such as "Week of". */
  unit: string;
  /** What the sums of all rows are about, such as "in 12 weeks". */
  period: string;
  /** One bar in each row: its heading, and the words after its amounts. */
  series: readonly { name: string; words: string }[];
  /** Cents by series. The last row is not over. */
  rows: readonly { label: string; cents: readonly number[] }[];
  /** What will appear, while all values are zero. */
  ifEmpty: string;
  /** Other figures. */
  children?: ReactNode;
};

/** Bars by week or month. A visually hidden table has the same numbers. */
export function BarChart({ title, unit, period, series, rows: given, ifEmpty, children }: BarChartProps) {
  const rows = given.map((row, index) =>
    index === given.length - 1 ? { ...row, label: `${row.label}, so far` } : row,
  );
  const highest = Math.max(0, ...rows.flatMap(({ cents }) => cents));
  return (
    <figure className="overview-card">
      <figcaption className="cluster baseline">
        <h3>{title}</h3>
        {children}
        {series.map((one, place) => (
          <p key={one.name} className="chart-legend row baseline xs" data-series={place}>
            <span>
              <strong className="money">
                {formatUsd(rows.reduce((sum, { cents }) => sum + (cents[place] ?? 0), 0))}
              </strong>{' '}
              <span>{`${one.words} ${period}`}</span>
            </span>
          </p>
        ))}
      </figcaption>
      {highest > 0 ? (
        <Bars {...{ title, unit, series, rows, highest }} />
      ) : (
        <p className="admin-small">{`Nothing yet. ${ifEmpty}`}</p>
      )}
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {[unit, ...series.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cents }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name }, place) => (
                  <td key={name}>{formatUsd(cents[place] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

type BarsProps = Pick<BarChartProps, 'title' | 'unit' | 'series' | 'rows'> & { highest: number };

/** The values of one row are shown below: pointed at, or chosen with the arrow keys by a slider. */
function Bars({ title, unit, series, rows, highest }: BarsProps) {
  const bars = groupedBars({
    rows: series.map((_, place) => rows.map(({ cents }) => cents[place] ?? 0)),
    width: WIDTH,
    height: HEIGHT,
    gap: 0.3,
  });
  const words = (cents: readonly number[]) =>
    series.map((one, place) => `${formatUsd(cents[place] ?? 0)} ${one.words}`).join(', ');
  const [chosen, choose] = useState<number>();
  const [first, last] = [rows[0], rows.at(-1)];
  const shown = chosen === undefined ? undefined : rows[chosen];
  const valueText = ({ label, cents }: (typeof rows)[number]) => `${unit} ${label}: ${words(cents)}`;
  return (
    <>
      <p className="chart-top admin-small" aria-hidden="true">
        {formatUsd(highest)}
      </p>
      <div className="chart-frame">
        <svg
          className="chart"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {rows.map(({ label }, index) => (
            <g
              key={label}
              data-chosen={index === chosen || undefined}
              data-running={index === rows.length - 1 || undefined}
            >
              <rect
                className="chart-ground"
                x={(index * WIDTH) / rows.length}
                width={WIDTH / rows.length}
                height={HEIGHT}
              />
              {bars.map((row, place) => (
                <rect key={series[place]?.name} className="chart-bar" data-series={place} {...row[index]} />
              ))}
            </g>
          ))}
        </svg>
        <input
          type="range"
          aria-label={title}
          aria-valuetext={shown && valueText(shown)}
          max={Math.max(0, rows.length - 1)}
          value={chosen ?? rows.length - 1}
          onChange={({ target }) => choose(Number(target.value))}
          onFocus={() => choose(chosen ?? rows.length - 1)}
          onBlur={() => choose(undefined)}
          onPointerLeave={() => choose(undefined)}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            choose(
              Math.max(0, Math.min(rows.length - 1, Math.floor(((clientX - left) / width) * rows.length))),
            );
          }}
        />
      </div>
      {first && last && (
        <p className="chart-ends row gap-3 between admin-small" aria-hidden="true">
          <span>{first.label}</span>
          <span className="chart-value">{shown && valueText(shown)}</span>
          <span>{last.label}</span>
        </p>
      )}
    </>
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
