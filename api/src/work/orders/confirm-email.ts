import { inTransaction } from '../../db/transaction.ts';
import type { Order } from './order-store.ts';
import { planReminders } from './plan-reminders.ts';
import { confirmAddress } from './order-address.ts';
import type { WorkContext } from '../context.ts';

/**
 * Somebody opened a link from the customer's email, so the address is theirs. From now on a free order may
 * send reminders.
 */
export async function confirmEmail(
  context: WorkContext,
  { id, orderNumber, email, initialPaymentCents, emailConfirmedAt }: Order,
): Promise<void> {
  if (emailConfirmedAt) return;
  const { db, now } = context;
  await inTransaction(db, () => {
    const isNews = confirmAddress(db, id, now());
    // A paid order's reminders were scheduled when it was paid.
    if (isNews && initialPaymentCents === 0) planReminders(context, orderNumber, email);
  });
}
