import { busy } from '../../base/errors.ts';

export type BoundedQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs `atOnce` works at a time and lets `waiting` more wait, then rejects with 503. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((start) => queue.push(start));
    else throw busy();
    try {
      return await work();
    } finally {
      // Hands the slot to the next in line, so a new call can't take it.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
