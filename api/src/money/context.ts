import type { WorkContext } from '../work/context.ts';
import type { CheckoutLocks } from './settlement/checkout-locks.ts';
import type { Providers } from './payments/provider.ts';

export type AppContext = WorkContext & {
  /** The time for recurring payments. Ahead of `now` only in demo mode, after `pnpm demo:advance`. */
  billingNow: () => Date;
  providers: Providers;
  locks: CheckoutLocks;
  /** Call it after a commit that stored a provider's event. Does nothing until the worker runs. */
  wakeEvents: () => void;
  /** Call it after a commit that makes a recurring payment due for a check. */
  wakeRecurring: () => void;
};
