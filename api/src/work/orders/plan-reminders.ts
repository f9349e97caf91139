import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { orders } from '../../db/schema/orders.ts';
import type { WorkContext } from '../context.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import { DAY_MS } from '../../base/units.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Order } from './order-store.ts';
import { confirmAddress } from './order-address.ts';

/** Schedules the form reminders from now on, once per order. Call it inside a transaction. */
export function planReminders(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  orderNumber: string,
  recipient: string,
): void {
  const time = now();
  const { reminderDays } = readShopSettings(db);
  for (const day of reminderDays) {
    const key = `form-reminder-${day}:${orderNumber}`;
    outboxStore.add(
      db,
      {
        kind: 'form-reminder',
        key,
        orderNumber,
        payload: { day, isLast: day === reminderDays.at(-1) },
        recipient,
      },
      time,
      new Date(time.getTime() + day * DAY_MS),
    );
  }
}

/** Keeps the first time. */
export function stopReminders(db: Db, id: number, now: Date): void {
  db.update(orders)
    .set({ remindersStoppedAt: now })
    .where(and(eq(orders.id, id), isNull(orders.remindersStoppedAt)))
    .run();
}

/** Somebody opened a link from an email, so the address is theirs. A free order may now send reminders. */
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
