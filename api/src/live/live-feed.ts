import type { LiveEvent } from '@northlight/shared/contracts/admin/live.ts';

export type Listener = { hear(event: LiveEvent): void; end(): void };
export type LiveFeed = ReturnType<typeof createLiveFeed>;

/** Tells open dashboards what has just been committed. Whoever was not listening fetches as ever. */
export function createLiveFeed() {
  const listeners = new Set<Listener>();
  return {
    publish: (event: LiveEvent): void => {
      for (const listener of listeners) listener.hear(event);
    },
    /** Gives the function that ends it. */
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: (): number => listeners.size,
    /** The server stops: an open stream would keep it from ending. */
    close: (): void => {
      for (const listener of listeners) listener.end();
    },
  };
}
