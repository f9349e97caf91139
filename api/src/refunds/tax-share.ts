import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { Order } from '../orders/order-store.ts';
import type { Refund } from './refund-store.ts';

/**
 * How much of a refund is sales tax: its share of the payment, rounded to the cent; the refund that completes the whole gets
 * what is left, so that the shares add up to the tax.
 */
export function taxShare(
  { taxCents, initialPaymentCents }: Pick<Order, 'taxCents' | 'initialPaymentCents'>,
  amountCents: Cents,
  before: readonly Pick<Refund, 'amountCents' | 'taxCents' | 'status'>[],
): Cents {
  if (initialPaymentCents <= 0) return 0;
  const counted = before.filter(({ status }) => status !== 'failed');
  const sum = (pick: (refund: (typeof counted)[number]) => Cents) =>
    counted.reduce((total, refund) => total + pick(refund), 0);
  const taxLeft = Math.max(0, taxCents - sum((refund) => refund.taxCents));
  if (sum((refund) => refund.amountCents) + amountCents >= initialPaymentCents) return taxLeft;
  return Math.min(taxLeft, Math.round((amountCents * taxCents) / initialPaymentCents));
}
