import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Order } from '../../work/orders/order-store.ts';
import type { Refund } from './refund-store.ts';
import { refundedCents } from './refunded-cents.ts';

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
