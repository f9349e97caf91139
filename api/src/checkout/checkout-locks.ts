export type CheckoutLocks = ReturnType<typeof createCheckoutLocks>;

/**
 * One at a time for each checkout, across the calls to providers: a webhook, the sweeper and two tabs may all want the same
 * money at once. Never taken twice on one road.
 */
export function createCheckoutLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Without a key there is nothing to wait for. */
    run: async <Result>(key: string | null | undefined, work: () => Promise<Result>): Promise<Result> => {
      if (!key) return work();
      const running = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, running);
      try {
        return await running;
      } finally {
        if (last.get(key) === running) last.delete(key);
      }
    },
  };
}
