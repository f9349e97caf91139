import * as z from 'zod/mini';

export type Rectangle = { x: number; y: number; width: number; height: number };

export const WindowBounds = z.object({
  x: z.optional(z.int()),
  y: z.optional(z.int()),
  width: z.int(),
  height: z.int(),
  isMaximized: z.boolean(),
  /** Electron's level: 0 is 100 %, each step a fifth more. */
  zoom: z.number().check(z.gte(-5), z.lte(7)),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

export const MIN_SIZE = { width: 360, height: 420 };
export const DEFAULT_BOUNDS: WindowBounds = { width: 1_280, height: 860, isMaximized: false, zoom: 0 };

/** How much of a window has to be seen so that it can be taken hold of. */
const LEAST_SEEN = { width: 120, height: 60 };

/** Where to open the window: as it was, unless the screen it was on is gone or has become smaller. */
export function fitToScreens(stored: WindowBounds, screens: readonly Rectangle[]): WindowBounds {
  const [largest = { x: 0, y: 0, width: DEFAULT_BOUNDS.width, height: DEFAULT_BOUNDS.height }] =
    screens.toSorted((a, b) => b.width * b.height - a.width * a.height);
  const { x, y } = stored;
  const screen =
    x === undefined || y === undefined
      ? undefined
      : screens.find((screen) => isSeenOn(screen, { ...stored, x, y }));
  const { width: most, height: highest } = screen ?? largest;
  const size = {
    width: Math.max(MIN_SIZE.width, Math.min(stored.width, most)),
    height: Math.max(MIN_SIZE.height, Math.min(stored.height, highest)),
  };
  // Without a place the system finds one.
  return { ...stored, ...size, x: screen && x, y: screen && y };
}

/** Its title bar, which is at its top. */
function isSeenOn(screen: Rectangle, { x, y, width }: Rectangle): boolean {
  const seen = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return seen >= LEAST_SEEN.width && y >= screen.y - 10 && y <= screen.y + screen.height - LEAST_SEEN.height;
}
