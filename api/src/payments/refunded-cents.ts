import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { Refund } from './refund-store.ts';

/** What has gone back or is on its way; a refund that failed counts for nothing. */
export const refundedCents = (refunds: readonly Pick<Refund, 'amountCents' | 'status'>[]): Cents =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amountCents }) => total + amountCents, 0);
