import type { AppContext } from '../context.ts';
import { refusedRecurring, type RecurringProvider } from '../payments/recurring.ts';
import type { OrderAgreement } from './agreement-store.ts';

/** A shop that takes real payments by now has no demo provider. */
export function recurringOf(
  { providers }: AppContext,
  { provider: name }: Pick<OrderAgreement, 'provider'>,
): RecurringProvider {
  const found = Object.values(providers).find((provider) => provider.name === name);
  return (
    found?.recurring ??
    refusedRecurring('This order was placed in demo mode, so its recurring payment can’t be changed.')
  );
}
