import type { Env } from '../env.ts';
import type { SubmissionStore } from '../forms/submission-store.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { OrderStore, OrderWithLines } from '../orders/order-store.ts';
import type { OutboxMessage } from '../outbox/outbox-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { RefundStore } from '../refunds/refund-store.ts';

/** What letters are written from. */
export type LetterDeps = {
  now: () => Date;
  orderStore: Pick<OrderStore, 'byNumber' | 'unpaid'>;
  submissionStore: { [Form in keyof SubmissionStore]: Pick<SubmissionStore[Form], 'byId'> };
  paymentStore: Pick<PaymentStore, 'byId'>;
  refundStore: Pick<RefundStore, 'ofPayment'>;
  intakeLinks: IntakeLinks;
  settings: Pick<Env, 'publicUrl' | 'business' | 'mailFrom'>;
};

export function orderOf(
  { orderStore }: Pick<LetterDeps, 'orderStore'>,
  { orderNumber }: Pick<OutboxMessage, 'orderNumber'>,
): OrderWithLines {
  const order = orderNumber === null ? undefined : orderStore.byNumber(orderNumber);
  if (!order) throw new Error(`The order for this email no longer exists (${orderNumber}).`);
  return order;
}
