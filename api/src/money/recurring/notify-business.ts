import type { RecordContext } from '../../db/context.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import { queueNotice } from '../../messages/notices.ts';

// Call these in the transaction of the cause.

/** Asks the business to look at a recurring payment, once per order and `occasion`. */
export function notifyBusiness(
  context: RecordContext,
  orderNumber: string | null,
  occasion: string,
  about: Partial<OutboxPayload['payment-to-review']>,
): void {
  queueNotice(context, 'payments', {
    kind: 'payment-to-review',
    key: `payment-to-review:${orderNumber ?? 'checkout'}:${occasion}`,
    orderNumber,
    payload: { paymentId: null, ...about },
  });
}

/** Tells the business, once per order or second payment, that what must not go on could not be canceled yet. */
export function notifyOfUncanceled(
  context: RecordContext,
  orderNumber: string,
  reason: string,
  paymentId: number | null = null,
): void {
  const review: Review = { code: 'not_canceled', reason, isSecond: paymentId !== null };
  notifyBusiness(context, orderNumber, `not-canceled:${paymentId ?? 'order'}`, { review });
}

/** Tells the business, at most once a day, why a provider refuses what a customer asked for. */
export function notifyOfRefusal(
  context: RecordContext,
  provider: ProviderName,
  reason: string,
  orderNumber: string | null = null,
): void {
  const day = context.now().toISOString().slice(0, '2026-11-24'.length);
  const review: Review = { code: 'provider_refused', provider, reason: reason.slice(0, 500) };
  notifyBusiness(context, orderNumber, `${provider}-refused:${day}`, { review });
}
