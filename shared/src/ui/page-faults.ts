import type { PageFault } from '../contracts/operations.ts';

/** The browser sends it when it has time, also after the page is left. */
export const sendLater = (path: string, body: object): boolean =>
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));

const reported = new Set<string>();

/** Tells the server once per page that a part failed. Error messages may repeat what was typed, so they stay here. */
export function reportFault(part: PageFault['part'], error: unknown): void {
  if (reported.has(part)) return;
  reported.add(part);
  const at = /[\w.-]+\.js:\d+:\d+/.exec((error as Error | undefined)?.stack ?? '')?.[0] ?? '';
  sendLater('/api/page-faults', { part, page: location.pathname, at } satisfies PageFault);
}

/** Does what only counts or remembers. If it fails, everything else goes on. */
export function harmless<Result>(part: PageFault['part'], act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    try {
      reportFault(part, error);
    } catch {
      // This browser sends nothing.
    }
    return undefined;
  }
}
