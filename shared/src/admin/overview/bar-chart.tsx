import { useState, type ReactNode } from 'react';
import { formatUsd } from '../../catalog/money.ts';

const WIDTH = 480;
const HEIGHT = 120;
/** The space between groups, as a fraction of the group's width. */
const GAP = 0.3;

type BarChartProps = {
  title: string;
  /** What a row is, such as "From". */
  unit: string;
  /** One bar in each row: its heading, and the words after its amounts. */
  series: readonly { name: string; words: string }[];
  /** Cents by series. */
  rows: readonly { label: string; cents: readonly number[] }[];
  /** What will appear, while all values are zero. */
  ifEmpty: string;
  /** Other figures. */
  children?: ReactNode;
};

/** Bars by day. A visually hidden table has the same numbers. */
export function BarChart({ title, unit, series, rows, ifEmpty, children }: BarChartProps) {
  const isEmpty = rows.every(({ cents }) => cents.every((one) => one <= 0));
  return (
    <figure className="overview-card gap-2 packed">
      <figcaption className="cluster baseline">
        <h3>{title}</h3>
        {children}
        {series.map((one, place) => (
          <span key={one.name} className="chart-legend row baseline xs" data-series={place}>
            {one.name}
          </span>
        ))}
      </figcaption>
      {isEmpty ? (
        <p className="admin-small">{`Nothing yet. ${ifEmpty}`}</p>
      ) : (
        <Bars {...{ title, unit, series, rows }} />
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

/** Dates on the axis. */
const TICKS = 4;

type BarsProps = Pick<BarChartProps, 'title' | 'unit' | 'series' | 'rows'>;

/** The values of one row are shown below: pointed at, or chosen with the arrow keys by a slider. */
function Bars({ title, unit, series, rows }: BarsProps) {
  const top = axisTop(Math.max(...rows.flatMap(({ cents }) => cents)));
  const bars = groupedBars(
    series.map((_, place) => rows.map(({ cents }) => cents[place] ?? 0)),
    top,
  );
  const words = (cents: readonly number[]) =>
    series.map((one, place) => `${formatUsd(cents[place] ?? 0)} ${one.words}`).join(', ');
  const [chosen, choose] = useState<number>();
  const shown = chosen === undefined ? undefined : rows[chosen];
  const valueText = ({ label, cents }: (typeof rows)[number]) => `${unit} ${label}: ${words(cents)}`;
  const last = rows.length - 1;
  const ticks = new Set(
    Array.from({ length: TICKS }, (_, nth) => rows[Math.round((nth * last) / (TICKS - 1))]?.label ?? ''),
  );
  return (
    <div className="chart-plot">
      <p className="chart-scale admin-small row between" aria-hidden="true">
        {[top, top / 2, 0].map((cents) => (
          <span key={cents}>{formatUsd(cents).replace('.00', '')}</span>
        ))}
      </p>
      <div className="chart-frame">
        <svg
          className="chart block full"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {rows.map(({ label }, index) => (
            <g key={label} data-chosen={index === chosen || undefined}>
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
      <p className="chart-ends row gap-3 between any-width admin-small" aria-hidden="true">
        {shown ? (
          <span className="chart-value">{valueText(shown)}</span>
        ) : (
          [...ticks].map((label) => <span key={label}>{label}</span>)
        )}
      </p>
    </div>
  );
}

/** The next round amount: 1, 2, or 5 and zeros. At least a dollar. */
export function axisTop(cents: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(100, cents)));
  return [1, 2, 5, 10].map((one) => one * power).find((round) => round >= cents) ?? power;
}

type Bar = { x: number; y: number; width: number; height: number };

/**
 * The positions of grouped bars, with one group for each column of values. All rows have the same length. `top` takes the
 * full height.
 */
export function groupedBars(rows: readonly (readonly number[])[], top: number): Bar[][] {
  const groupWidth = WIDTH / Math.max(1, rows[0]?.length ?? 0);
  const width = (groupWidth * (1 - GAP)) / Math.max(1, rows.length);
  return rows.map((values, row) =>
    values.map((value, place) => {
      const height = (Math.max(0, value) / top) * HEIGHT;
      const x = place * groupWidth + (groupWidth * GAP) / 2 + row * width;
      return { x, y: HEIGHT - height, width, height };
    }),
  );
}
