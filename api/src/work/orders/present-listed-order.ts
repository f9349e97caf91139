import { reviewText } from '@northlight/shared/contracts/review.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import { lateText } from '../../base/business-hours.ts';
import type { RecordContext } from '../../db/context.ts';
import { summaryOf, type OrderSummary } from './order-store.ts';

/** An order as a row of the administrator's list. */
export function presentListedOrder(
  { settings, now }: Pick<RecordContext, 'settings' | 'now'>,
  order: OrderSummary,
): ListedOrder {
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
    late: dueAt && lateText(settings.hours, dueAt, now()),
    reviewReason: review && reviewText(review),
    initialPayment: centsToText(initialPaymentCents),
    recurringPayment: centsToText(recurringPaymentCents),
    discount: centsToText(discountCents),
    tax: centsToText(taxCents),
  };
}
