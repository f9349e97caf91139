import type { LiveEvent } from '@northlight/shared/contracts/live.ts';

export type Listener = { hear(event: LiveEvent): void; end(): void };
export type LiveFeed = ReturnType<typeof createLiveFeed>;

/** Whether an event may be about the order or quote with this number. */
export const isAbout = (event: LiveEvent, number: string): boolean =>
  event.orderNumber === number || (event.kind === 'change' && event.isMany === true);

/** Tells open dashboards what was just committed. A dashboard that misses it polls as usual. */
export function createLiveFeed() {
  const listeners = new Set<Listener>();
  return {
    publish: (event: LiveEvent): void => {
      for (const listener of listeners) listener.hear(event);
    },
    /** Returns the function that unsubscribes. */
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: (): number => listeners.size,
    /** For shutdown: open streams would keep the server from ending. */
    close: (): void => {
      for (const listener of listeners) listener.end();
    },
  };
}
