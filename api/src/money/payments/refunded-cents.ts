import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Refund } from './refund-store.ts';

/** The total of completed and pending refunds. Failed ones do not count. */
export const refundedCents = (refunds: readonly Pick<Refund, 'amountCents' | 'status'>[]): Cents =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amountCents }) => total + amountCents, 0);
