import type { WorkContext } from '../work/context.ts';
import type { Providers } from './payments/provider.ts';

export type AppContext = WorkContext & {
  /** The time for recurring payments. Ahead of `now` only in demo mode, after `pnpm demo:advance`. */
  billingNow: () => Date;
  providers: Providers;
  locks: CheckoutLocks;
};

export type CheckoutLocks = ReturnType<typeof createCheckoutLocks>;

/**
 * Runs one task at a time per checkout, including its calls to providers: a webhook, the sweep and two tabs
 * can meet over the same payment. Never take the same lock inside itself.
 */
export function createCheckoutLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** Without a key, runs the work at once. */
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
