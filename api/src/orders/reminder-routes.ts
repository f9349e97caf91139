import { isGenuine } from './intake-links.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import { STOP_REMINDERS_PAGE } from '@northlight/shared/contracts/shop/reminders.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Mount } from '../endpoints/mount.ts';
import { notFound } from '../errors.ts';
import * as orderStore from './order-store.ts';
import type { AppContext } from '../context.ts';

/**
 * The buyer wants no more reminders of an order. A POST, for programs that look at mail open its links; all it needs stands
 * in its address, for a mail program's own button sends a body of its own (RFC 8058).
 */
export function reminderRoutes(mount: Mount, context: AppContext): void {
  const { db, settings, now } = context;
  // Programs without a button of their own open the address of the header like a link.
  mount('GET /api/stop-reminders', ({ ctx }) => {
    ctx.redirect(`${STOP_REMINDERS_PAGE}${ctx.search}`);
    ctx.status = 303;
  });

  mount('POST /api/stop-reminders', async ({ query: { order: number, key } }) => {
    const order = orderStore.byNumber(db, normaliseOrderNumber(number));
    if (!order || !isGenuine(settings.secret, order, key)) throw notFound();
    await inTransaction(db, () => orderStore.stopReminders(db, order.id, now()));
    return { success: true, message: `You won’t get any more reminders for ${order.orderNumber}.` };
  });
}
