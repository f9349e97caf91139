import { reviewText } from '@northlight/shared/contracts/review.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { ListedOrder } from '@northlight/shared/contracts/orders.ts';
import { lateText } from '../../base/business-hours.ts';
import type { RecordContext } from '../../db/context.ts';
import { refundedOf, summaryOf, type OrderSummary } from './order-store.ts';

/** An order as a row of the administrator's list. */
export function presentListedOrder({ db, settings, now }: RecordContext, order: OrderSummary): ListedOrder {
  const {
    initialPaymentCents,
    recurringPaymentCents,
    discountCents,
    taxCents,
    createdAt,
    review,
    dueAt,
    paymentId,
    ...rest
  } = summaryOf(order);
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    refundedCents: refundedOf(db, { paymentId }),
    dueAt: dueAt?.toISOString() ?? null,
    late: dueAt && lateText(settings.hours, dueAt, now()),
    reviewReason: review && reviewText(review),
    initialPayment: centsToText(initialPaymentCents),
    recurringPayment: centsToText(recurringPaymentCents),
    discount: centsToText(discountCents),
    tax: centsToText(taxCents),
  };
}
