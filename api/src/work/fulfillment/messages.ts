import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { OrderMessage, SendMessage } from '@northlight/shared/contracts/order-page.ts';
import type { WorkContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { countWhere } from '../../db/count-where.ts';
import { orderMessages } from '../../db/schema/fulfillment.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, tooManyMessages } from '../../base/errors.ts';
import * as orderStore from '../orders/order-store.ts';
import { announce, notifyBusiness, notifyCustomer } from './order-emails.ts';
import { keepPromises } from './promise-clock.ts';
import { HOUR_MS } from '../../base/units.ts';

export type MessageRow = typeof orderMessages.$inferSelect;

/** Oldest first. */
export const messagesOf = (db: Db, orderNumber: string): MessageRow[] =>
  db
    .select()
    .from(orderMessages)
    .where(eq(orderMessages.orderNumber, orderNumber))
    .orderBy(asc(orderMessages.id))
    .all();

export const messageById = (db: Db, id: number): MessageRow | undefined =>
  db.select().from(orderMessages).where(eq(orderMessages.id, id)).get();

/** Each is an email to the business. */
const MAX_OF_CUSTOMER_PER_HOUR = 30;

type Sender = { orderNumber: string; adminId: number | null };

/** Stores a message once and emails it to the other side. `adminId` is null for the customer. */
export async function sendMessage(context: WorkContext, from: Sender, sent: SendMessage): Promise<void> {
  const { orderNumber, adminId } = from;
  await inTransaction(context.db, () => {
    const order = orderStore.byNumber(context.db, orderNumber);
    if (!order) throw notFound();
    const id = storeMessage(context, from, sent);
    if (id === null) return;
    const payload = { news: 'message' as const, id };
    if (adminId !== null) {
      keepPromises(context, orderNumber, { kinds: ['contact'] });
      return notifyCustomer(context, order, payload);
    }
    notifyBusiness(context, orderNumber, payload);
  });
  announce(context, orderNumber);
}

/** Returns its ID, or null if it was stored before. Call it inside a transaction. */
export function storeMessage(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  { orderNumber, adminId }: Sender,
  { key, text }: SendMessage,
): number | null {
  const stored = db
    .insert(orderMessages)
    .values({ key, orderNumber, adminId, text, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: orderMessages.id })
    .get();
  if (stored && adminId === null && countRecent(db, orderNumber, now()) > MAX_OF_CUSTOMER_PER_HOUR)
    throw tooManyMessages(HOUR_MS / 1_000);
  return stored?.id ?? null;
}

const countRecent = (db: Db, orderNumber: string, now: Date): number =>
  countWhere(
    db,
    orderMessages,
    and(
      eq(orderMessages.orderNumber, orderNumber),
      isNull(orderMessages.adminId),
      gt(orderMessages.createdAt, new Date(now.getTime() - HOUR_MS)),
    ),
  );

export const presentMessage = ({ id, adminId, text, createdAt }: MessageRow): OrderMessage => ({
  id,
  isFromStudio: adminId !== null,
  text,
  sentAt: createdAt.toISOString(),
});
