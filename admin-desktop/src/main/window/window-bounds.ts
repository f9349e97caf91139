import * as z from 'zod/mini';

export type Rectangle = { x: number; y: number; width: number; height: number };

export const WindowBounds = z.object({
  x: z.optional(z.int()),
  y: z.optional(z.int()),
  width: z.int(),
  height: z.int(),
  isMaximized: z.boolean(),
  /** Electron's zoom level. 0 is 100%, and each step is 20% larger. */
  zoom: z.number().check(z.gte(-5), z.lte(7)),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

export const MIN_SIZE = { width: 360, height: 420 };
export const DEFAULT_BOUNDS: WindowBounds = { width: 1_280, height: 860, isMaximized: false, zoom: 0 };

/** How much of a window must be visible so that it can be dragged. */
const MIN_VISIBLE = { width: 120, height: 60 };

/** Returns where to open the window: at its last position, unless that screen is gone or is smaller now. */
export function fitToScreens(stored: WindowBounds, screens: readonly Rectangle[]): WindowBounds {
  const [largest = { x: 0, y: 0, width: DEFAULT_BOUNDS.width, height: DEFAULT_BOUNDS.height }] =
    screens.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const { x, y } = stored;
  const screen =
    x === undefined || y === undefined
      ? undefined
      : screens.find((screen) => isVisibleOn(screen, { ...stored, x, y }));
  const { width: most, height: highest } = screen ?? largest;
  const size = {
    width: Math.max(MIN_SIZE.width, Math.min(stored.width, most)),
    height: Math.max(MIN_SIZE.height, Math.min(stored.height, highest)),
  };
  // Without a position, the system chooses one.
  return { ...stored, ...size, x: screen && x, y: screen && y };
}

/** Whether enough of the title bar is visible. The title bar is at the top of the window. */
function isVisibleOn(screen: Rectangle, { x, y, width }: Rectangle): boolean {
  const visible = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return (
    visible >= MIN_VISIBLE.width && y >= screen.y - 10 && y <= screen.y + screen.height - MIN_VISIBLE.height
  );
}
