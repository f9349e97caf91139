import type { Router } from '@koa/router';
import { IntakeQuery } from '@northlight/shared/contracts/forms.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/orders.ts';
import {
  STOP_REMINDERS_PAGE,
  STOP_REMINDERS_PATH,
  type StopRemindersAnswer,
} from '@northlight/shared/contracts/reminders.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { notFound } from '../errors.ts';
import type { LimitFactory } from '../middleware/rate-limit.ts';
import { validateQuery } from '../middleware/validate.ts';
import type { IntakeLinks } from './intake-links.ts';
import type { OrderStore } from './order-store.ts';

type Deps = { db: Db; orderStore: OrderStore; intakeLinks: IntakeLinks; now: () => Date };

/**
 * The buyer wants no more reminders of an order. A POST, for programs that look at mail open its links; all it needs stands
 * in its address, for a mail program's own button sends a body of its own (RFC 8058).
 */
export function reminderRoutes(router: Router, deps: Deps, limit: LimitFactory): void {
  const { db, orderStore, intakeLinks, now } = deps;
  // Programs without a button of their own open the address of the header like a link.
  router.get(STOP_REMINDERS_PATH, (ctx) => {
    ctx.redirect(`${STOP_REMINDERS_PAGE}${ctx.search}`);
    ctx.status = 303;
  });

  router.post(STOP_REMINDERS_PATH, limit('stop-reminders', { perMinute: 30 }), async (ctx) => {
    const { order: number, key } = validateQuery(ctx, IntakeQuery);
    const order = orderStore.byNumber(normaliseOrderNumber(number));
    if (!order || !intakeLinks.isGenuine(order, key)) throw notFound();
    await inTransaction(db, () => orderStore.stopReminders(order.id, now()));
    ctx.body = {
      success: true,
      message: `You won’t get any more reminders for ${order.orderNumber}.`,
    } satisfies StopRemindersAnswer;
  });
}
