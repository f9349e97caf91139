import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { Payment } from '../../payments/payment-store.ts';
import * as paymentStore from '../../payments/payment-store.ts';
import * as refundStore from '../../payments/refund-store.ts';
import type { AppContext } from '../../context.ts';

/**
 * Money for a checkout that was paid already. Plans its refund, or flags it for the administrator where the shop is set not to
 * refund by itself. Runs in the transaction that records the payment; the provider is asked after it.
 */
export function planSecondPaymentRefund(
  { db, settings, now }: AppContext,
  payment: Payment,
  orderNumber: string,
  amountCents: Cents,
): void {
  const reason = `A second payment for ${orderNumber}`;
  if (!settings.refundsSecondPayments)
    return paymentStore.flag(db, payment.id, `${reason}: refund it.`, now());
  paymentStore.flag(db, payment.id, `${reason}. It is refunded automatically.`, now());
  const key = secondPaymentKey(payment.id);
  if (refundStore.byKey(db, key)) return;
  refundStore.insert(db, {
    paymentId: payment.id,
    key,
    reason: 'This order was paid twice, so we’re refunding the second payment.',
    amountCents,
    // The sale was taxed once, with the first payment.
    taxCents: 0,
    status: 'pending',
    createdAt: now(),
    updatedAt: now(),
  });
}

/** Of the one refund that the shop makes by itself. */
export const secondPaymentKey = (paymentId: number): string => `second-payment-${paymentId}`;
