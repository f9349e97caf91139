import type { WorkContext } from '../work/context.ts';
import type { CheckoutLocks } from './settlement/checkout-locks.ts';
import type { Providers } from './payments/provider.ts';

export type AppContext = WorkContext & {
  /** The time for recurring payments. Ahead of `now` only in demo mode, after `pnpm demo:advance`. */
  billingNow: () => Date;
  providers: Providers;
  locks: CheckoutLocks;
};
