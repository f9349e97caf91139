import type { PageFault } from '../contracts/operations.ts';

/** The browser sends it when it has time, also after the page is left. */
export function sendLater(path: string, body: object): void {
  // A browser may have turned it off.
  navigator.sendBeacon?.(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
}

const reported = new Set<string>();

/** Tells the server once per page that a part failed. Error messages may repeat what was typed, so they stay here. */
export function reportFault(part: PageFault['part'], error: unknown): void {
  if (reported.has(part)) return;
  reported.add(part);
  try {
    const at = /[\w.-]+\.js:\d+:\d+/.exec((error as Error | undefined)?.stack ?? '')?.[0] ?? '';
    sendLater('/api/page-faults', { part, page: location.pathname, at } satisfies PageFault);
  } catch {
    // Telling of a fault must not be one.
  }
}

/** Does what only counts or remembers. If it fails, everything else goes on. */
export function harmless<Result>(part: PageFault['part'], act: () => Result): Result | undefined {
  try {
    return act();
  } catch (error) {
    reportFault(part, error);
    return undefined;
  }
}
