import { reviewText } from '@northlight/shared/contracts/admin/review.ts';
import { centsToText } from '@northlight/shared/catalogue/money.ts';
import type { ListedOrder } from '@northlight/shared/contracts/admin/orders.ts';
import type { OrderSummary } from './order-store.ts';

/** An order as a row of the administrator's list. */
export function presentListedOrder(order: OrderSummary): ListedOrder {
  const { initialPaymentCents, recurringPaymentCents, discountCents, taxCents, createdAt, review, ...rest } =
    order;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    reviewReason: review && reviewText(review),
    initialPayment: centsToText(initialPaymentCents),
    recurringPayment: centsToText(recurringPaymentCents),
    discount: centsToText(discountCents),
    tax: centsToText(taxCents),
  };
}
