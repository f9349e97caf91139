import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { Order, OrderStore } from './order-store.ts';
import { planReminders } from './plan-reminders.ts';

type Deps = { db: Db; orderStore: OrderStore; outboxStore: OutboxStore; now: () => Date };

/** A link of the buyer's mail was opened, so the address is theirs: a free order may send reminders from now on. */
export async function confirmEmail(
  deps: Deps,
  { id, orderNumber, email, initialPaymentCents, emailConfirmedAt }: Order,
): Promise<void> {
  if (emailConfirmedAt) return;
  const { db, orderStore, outboxStore, now } = deps;
  await inTransaction(db, () => {
    const isNews = orderStore.confirmEmail(id, now());
    // Those of an order that was paid for are planned since then.
    if (isNews && initialPaymentCents === 0)
      planReminders(deps, orderNumber, outboxStore.buyersAddress(orderNumber) ?? email);
  });
}
