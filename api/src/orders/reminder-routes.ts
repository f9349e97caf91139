import { isGenuine } from './intake-links.ts';
import type { Router } from '@koa/router';
import { IntakeQuery } from '@northlight/shared/contracts/forms/forms.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import {
  STOP_REMINDERS_PAGE,
  STOP_REMINDERS_PATH,
  type StopRemindersAnswer,
} from '@northlight/shared/contracts/shop/reminders.ts';
import { inTransaction } from '../db/transaction.ts';
import { notFound } from '../errors.ts';
import { validateQuery } from '../middleware/validate.ts';
import * as orderStore from './order-store.ts';
import type { AppContext } from '../context.ts';

/**
 * Stops the reminders of an order. A POST, because email scanners open links. Everything is in the query,
 * because an email program's own unsubscribe button sends its own body (RFC 8058).
 */
export function reminderRoutes(router: Router, context: AppContext): void {
  const { db, settings, limits, now } = context;
  // Email programs without such a button open the header's address as a link.
  router.get(STOP_REMINDERS_PATH, (ctx) => {
    ctx.redirect(`${STOP_REMINDERS_PAGE}${ctx.search}`);
    ctx.status = 303;
  });

  router.post(STOP_REMINDERS_PATH, limits.calls('stop-reminders', { perMinute: 30 }), async (ctx) => {
    const { order: number, key } = validateQuery(ctx, IntakeQuery);
    const order = orderStore.byNumber(db, normaliseOrderNumber(number));
    if (!order || !isGenuine(settings.secret, order, key)) throw notFound();
    await inTransaction(db, () => orderStore.stopReminders(db, order.id, now()));
    ctx.body = {
      success: true,
      message: `You won’t get any more reminders for ${order.orderNumber}.`,
    } satisfies StopRemindersAnswer;
  });
}
