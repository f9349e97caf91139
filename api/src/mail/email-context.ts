import type { Env } from '../env.ts';
import type { SubmissionStore } from '../forms/submission-store.ts';
import type { IntakeLinks } from '../orders/intake-links.ts';
import type { OrderStore, OrderWithLines } from '../orders/order-store.ts';
import type { OutboxMessage } from '../outbox/outbox-store.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { RefundStore } from '../payments/refund-store.ts';
import * as orderStore from "../orders/order-store.ts";
import type { AppContext } from "../context.ts";

export function orderOf(
  { db }: AppContext,
  { orderNumber, key }: Pick<OutboxMessage, 'orderNumber' | 'key'>,
): OrderWithLines {
  const order = orderNumber === null ? undefined : orderStore.byNumber(db, orderNumber);
  if (!order) throw new Error(`The order of message ${key} is gone.`);
  return order;
}
