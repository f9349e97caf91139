import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Refund } from './refund-store.ts';
import type { Order } from '../../work/orders/order-store.ts';

/** The total of completed and pending refunds. Failed ones do not count. */
export const refundedCents = (refunds: readonly Pick<Refund, 'amountCents' | 'status'>[]): Cents =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((total, { amountCents }) => total + amountCents, 0);

/**
 * How much of a refund is sales tax: its share of the payment, rounded to the cent. The refund that completes
 * the payment gets the remainder, so the shares add up to the tax.
 */
export function taxShare(
  { taxCents, initialPaymentCents }: Pick<Order, 'taxCents' | 'initialPaymentCents'>,
  amountCents: Cents,
  before: readonly Pick<Refund, 'amountCents' | 'taxCents' | 'status'>[],
): Cents {
  if (initialPaymentCents <= 0) return 0;
  const taxGiven = before
    .filter(({ status }) => status !== 'failed')
    .reduce((total, refund) => total + refund.taxCents, 0);
  const taxLeft = Math.max(0, taxCents - taxGiven);
  if (refundedCents(before) + amountCents >= initialPaymentCents) return taxLeft;
  return Math.min(taxLeft, Math.round((amountCents * taxCents) / initialPaymentCents));
}
