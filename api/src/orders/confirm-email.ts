import { inTransaction } from '../db/transaction.ts';
import type { Order } from './order-store.ts';
import { planReminders } from './plan-reminders.ts';
import * as orderStore from './order-store.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

/** A link of the buyer's mail was opened, so the address is theirs: a free order may send reminders from now on. */
export async function confirmEmail(
  context: AppContext,
  { id, orderNumber, email, initialPaymentCents, emailConfirmedAt }: Order,
): Promise<void> {
  if (emailConfirmedAt) return;
  const { db, now } = context;
  await inTransaction(db, () => {
    const isNews = orderStore.confirmEmail(db, id, now());
    // Those of an order that was paid for are planned since then.
    if (isNews && initialPaymentCents === 0)
      planReminders(context, orderNumber, outboxStore.buyersAddress(db, orderNumber) ?? email);
  });
}
