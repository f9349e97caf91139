import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTop, groupedBars } from './bar-chart.tsx';

test('two bars are next to each other in their week', () => {
  const rows = [
    [100, 0],
    [25, 50],
  ];
  const [paid, recurring] = groupedBars(rows, 100);
  expect(paid).toEqual([
    { x: 36, y: 0, width: 84, height: 120 },
    { x: 276, y: 120, width: 84, height: 0 },
  ]);
  expect(recurring?.[1]).toEqual({ x: 360, y: 60, width: 84, height: 60 });
});

test('no data is flat, not broken', () => {
  expect(
    groupedBars([[0, -5, 0]], 100)
      .flat()
      .map(({ height }) => height),
  ).toEqual([0, 0, 0]);
  expect(groupedBars([], 100)).toEqual([]);
  expect(groupedBars([[]], 100)).toEqual([[]]);
});

test('no bar leaves the chart or covers another', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 52 }), (weeks) => {
      const rows = [weeks.map(([paid]) => paid), weeks.map(([, recurring]) => recurring)];
      const bars = groupedBars(rows, axisTop(Math.max(...rows.flat())))
        .flat()
        .toSorted((a, b) => a.x - b.x);
      for (const [index, { x, y, width, height }] of bars.entries()) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y + height).toBeCloseTo(120);
        expect(x + width).toBeLessThanOrEqual((bars[index + 1]?.x ?? 480) + 1e-9);
      }
    }),
  );
});

test('the axis ends at a round amount that no bar exceeds', () => {
  expect([0, 99, 100, 101, 449_028, 500_000, 500_001].map(axisTop)).toEqual([
    100, 100, 100, 200, 500_000, 500_000, 1_000_000,
  ]);
});
