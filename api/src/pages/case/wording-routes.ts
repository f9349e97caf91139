import { recordDetail } from '../../db/audit-log.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../base/errors.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import { adminIdOf } from '../../people/session/session.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { dueText } from '@northlight/shared/catalog/due-text.ts';
import { REPLY_FIELDS } from '@northlight/shared/contracts/wording.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import { customerName } from '../../work/orders/present-order.ts';
import type { Order } from '../../work/orders/order-store.ts';

/** The owner's own words: ready replies, and when reminders go out. */
export function wordingRoutes(mount: Mount, context: AppContext): void {
  const { db, now } = context;

  mount('GET /api/json/wording', ({ query: { orderNumber } }) => {
    const { replies, ...rest } = wording();
    if (!orderNumber) return { success: true, replies, ...rest };
    const order = orderStore.byNumber(db, orderNumber);
    if (!order) throw notFound();
    const filled = replies.map(({ name, text }) => ({ name, text: fillReply(context, order, text) }));
    return { success: true, replies: filled, ...rest };
  });

  mount('POST /api/admin/wording', async ({ body, ctx }) => {
    const reminderDays = body.reminderDays && [...new Set(body.reminderDays)].toSorted((a, b) => a - b);
    recordDetail({ what: Object.keys(body) });
    const change = { ...body, ...(reminderDays && { reminderDays }) };
    await inTransaction(db, () => saveShopSettings(db, change, adminIdOf(ctx), now()));
    return { success: true, message: 'Saved' };
  });

  function wording() {
    const { replies, reminderDays, asksForReview } = readShopSettings(db);
    return { replies, reminderDays, asksForReview };
  }
}

const FIELD = new RegExp(`\\{(${Object.keys(REPLY_FIELDS).join('|')})\\}`, 'g');

/** A reply with its fields filled in for an order, such as "Hi Ada". Other braces stay as they are. */
export function fillReply({ settings, now }: AppContext, order: Order, reply: string): string {
  const { firstName, orderNumber, dueAt } = order;
  const values: Record<keyof typeof REPLY_FIELDS, string> = {
    name: firstName,
    business: customerName(order),
    order: orderNumber,
    // Nothing is promised for a time that is over.
    due: dueAt && dueAt > now() ? dueText(dueAt, settings.hours.timeZone, now()) : 'as soon as possible',
    link: orderPageOf(settings, order),
  };
  return reply.replaceAll(FIELD, (_, field: keyof typeof values) => values[field]);
}
