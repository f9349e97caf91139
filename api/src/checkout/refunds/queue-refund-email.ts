import type { CheckoutDeps } from '../checkout-deps.ts';
import type { Payment } from '../../payments/payment-store.ts';
import type { Refund } from '../../payments/refund-store.ts';

/** One mail for each refund, whoever hears of it first. Belongs into the transaction that records it. */
export function tellBuyer(
  {
    orderStore,
    outboxStore,
    providers,
    now,
  }: Pick<CheckoutDeps, 'orderStore' | 'outboxStore' | 'providers' | 'now'>,
  payment: Payment,
  refund: Refund,
): void {
  const ofCheckout = payment.draftId === null ? undefined : orderStore.byCheckoutId(payment.draftId);
  const order = orderStore.byPaymentId(payment.id) ?? ofCheckout;
  if (!order) return;
  outboxStore.add(
    {
      kind: 'refund',
      key: `refund:${refund.id}`,
      orderNumber: order.orderNumber,
      recipient: outboxStore.buyersAddress(order.orderNumber) ?? order.email,
      payload: {
        amountCents: refund.amountCents,
        taxCents: refund.taxCents,
        reason: refund.reason,
        method: payment.provider === providers.paypal.name ? 'paypal' : 'credit-card',
      },
    },
    now(),
  );
}
