import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedBars } from './bar-chart.tsx';

const AREA = { width: 120, height: 50, gap: 0.2 };

test('two bars are next to each other in their week', () => {
  const rows = [
    [100, 0],
    [25, 50],
  ];
  const [paid, recurring] = groupedBars({ rows, ...AREA });
  expect(paid).toEqual([
    { x: 6, y: 0, width: 24, height: 50 },
    { x: 66, y: 50, width: 24, height: 0 },
  ]);
  expect(recurring?.[1]).toEqual({ x: 90, y: 25, width: 24, height: 25 });
});

test('no data is flat, not broken', () => {
  expect(
    groupedBars({ rows: [[0, 0, 0]], ...AREA })
      .flat()
      .map(({ height }) => height),
  ).toEqual([0, 0, 0]);
  expect(groupedBars({ rows: [], ...AREA })).toEqual([]);
  expect(groupedBars({ rows: [[]], ...AREA })).toEqual([[]]);
});

test('no bar leaves the chart or covers another', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 52 }), (weeks) => {
      const rows = [weeks.map(([paid]) => paid), weeks.map(([, recurring]) => recurring)];
      const bars = groupedBars({ rows, ...AREA })
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
