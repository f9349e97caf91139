import { expect, test } from 'vitest';
import { DEFAULT_BOUNDS, fitToScreens, type WindowBounds } from './window-bounds.ts';

const LEFT = { x: 0, y: 0, width: 1_920, height: 1_040 };
const RIGHT = { x: 1_920, y: -200, width: 2_560, height: 1_400 };
const bounds = (changes: Partial<WindowBounds>): WindowBounds => ({
  x: 100,
  y: 50,
  width: 1_200,
  height: 800,
  isMaximized: false,
  zoom: 1,
  ...changes,
});

test('a window reopens where it was, on any screen', () => {
  expect(fitToScreens(bounds({}), [LEFT, RIGHT])).toEqual(bounds({}));
  expect(fitToScreens(bounds({ x: 2_000, y: -150 }), [LEFT, RIGHT])).toEqual(bounds({ x: 2_000, y: -150 }));
  expect(fitToScreens(bounds({ x: -1_000 }), [LEFT])).toEqual(bounds({ x: -1_000 }));
});

test.each([
  ['to the right of all', { x: 2_500 }],
  ['to the left but for a sliver', { x: -1_150 }],
  ['above, with its title bar', { y: -40 }],
  ['below', { y: 1_000 }],
])('a window that would be %s is placed by the system at its old size', (_, changes) => {
  expect(fitToScreens(bounds(changes), [LEFT])).toEqual(bounds({ x: undefined, y: undefined }));
});

test('the window is never larger than its screen or too small to use', () => {
  expect(fitToScreens(bounds({ width: 5_000, height: 4_000 }), [LEFT])).toMatchObject({
    width: 1_920,
    height: 1_040,
  });
  expect(fitToScreens(bounds({ width: 10, height: 10 }), [LEFT])).toMatchObject({ width: 360, height: 420 });
});

test('the first window has a default size, even without a known screen', () => {
  expect(fitToScreens(DEFAULT_BOUNDS, [LEFT])).toEqual({ ...DEFAULT_BOUNDS, height: 860 });
  expect(fitToScreens(DEFAULT_BOUNDS, [])).toMatchObject({ width: 1_280, x: undefined });
});
