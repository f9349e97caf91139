import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import { STOP_REMINDERS_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import { isGenuine } from './order-links.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { notFound } from '../../base/errors.ts';
import * as orderStore from './order-store.ts';
import type { WorkContext } from '../context.ts';

/**
 * Stops the reminders of an order. A POST, because email scanners open links. Everything is in the query,
 * because an email program's own unsubscribe button sends its own body (RFC 8058).
 */
export function reminderRoutes(mount: Mount, context: WorkContext): void {
  const { db, settings, now } = context;
  // Email programs without such a button open the header's address as a link.
  mount('GET /api/stop-reminders', ({ ctx }) => {
    ctx.redirect(`${STOP_REMINDERS_PAGE}${ctx.search}`);
    ctx.status = 303;
  });

  mount('POST /api/stop-reminders', async ({ query: { order: number, key } }) => {
    const order = orderStore.byNumber(db, normalizeOrderNumber(number));
    if (!order || !isGenuine(settings.secret, order, key)) throw notFound();
    await inTransaction(db, () => orderStore.stopReminders(db, order.id, now()));
    return { success: true, message: `You won’t get any more reminders for ${order.orderNumber}.` };
  });
}
