export type Bar = { x: number; y: number; width: number; height: number };

type BarsIn = {
  /** One row of values for each kind of bar; all rows are as long. */
  rows: readonly (readonly number[])[];
  width: number;
  height: number;
  /** Between the groups, as a share of a group's width. */
  gap: number;
};

/** Bars side by side in groups, one group for each place in the rows. The highest value takes the whole height. */
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
