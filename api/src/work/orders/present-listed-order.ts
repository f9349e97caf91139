import { reviewText } from '@northlight/shared/contracts/review.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import { summaryOf, type OrderSummary } from './order-store.ts';

/** An order as a row of the administrator's list. */
export function presentListedOrder(order: OrderSummary): ListedOrder {
  const {
    initialPaymentCents,
    recurringPaymentCents,
    discountCents,
    taxCents,
    createdAt,
    review,
    dueAt,
    ...rest
  } = summaryOf(order);
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    reviewReason: review && reviewText(review),
    initialPayment: centsToText(initialPaymentCents),
    recurringPayment: centsToText(recurringPaymentCents),
    discount: centsToText(discountCents),
    tax: centsToText(taxCents),
  };
}
