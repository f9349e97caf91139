import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTop, groupedBars } from './bar-chart.tsx';

const AREA = { width: 120, height: 50, gap: 0.2 };

test('two bars are next to each other in their week', () => {
  const rows = [
    [100, 0],
    [25, 50],
  ];
  const [paid, recurring] = groupedBars({ rows, top: 100, ...AREA });
  expect(paid).toEqual([
    { x: 6, y: 0, width: 24, height: 50 },
    { x: 66, y: 50, width: 24, height: 0 },
  ]);
  expect(recurring?.[1]).toEqual({ x: 90, y: 25, width: 24, height: 25 });
});

test('no data is flat, not broken', () => {
  expect(
    groupedBars({ rows: [[0, -5, 0]], top: 100, ...AREA })
      .flat()
      .map(({ height }) => height),
  ).toEqual([0, 0, 0]);
  expect(groupedBars({ rows: [], top: 100, ...AREA })).toEqual([]);
  expect(groupedBars({ rows: [[]], top: 100, ...AREA })).toEqual([[]]);
});

test('no bar leaves the chart or covers another', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 52 }), (weeks) => {
      const rows = [weeks.map(([paid]) => paid), weeks.map(([, recurring]) => recurring)];
      const bars = groupedBars({ rows, top: axisTop(Math.max(...rows.flat())), ...AREA })
        .flat()
        .toSorted((a, b) => a.x - b.x);
      for (const [index, { x, y, width, height }] of bars.entries()) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeCloseTo(AREA.height);
        expect(x + width).toBeLessThanOrEqual((bars[index + 1]?.x ?? AREA.width) + 1e-9);
      }
    }),
  );
});

test('the axis ends at a round amount that no bar exceeds', () => {
  expect([0, 99, 100, 101, 449_028, 500_000, 500_001].map(axisTop)).toEqual([
    100, 100, 100, 200, 500_000, 500_000, 1_000_000,
  ]);
});
