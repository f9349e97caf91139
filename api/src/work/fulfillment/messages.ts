import type { CaseId } from '../../db/schema/columns.ts';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { OrderMessage, SendMessage } from '@northlight/shared/contracts/order-page.ts';
import type { WorkContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { firstNameOf } from '../../people/session/admin-store.ts';
import { countWhere, oneBy, allBy } from '../../db/prepared.ts';
import { orderMessages } from '../../db/schema/fulfillment.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, notFound } from '../../base/errors.ts';
import * as orderStore from '../orders/order-store.ts';
import { notifyBusiness, notifyCustomer } from './order-emails.ts';
import { keepPromises } from './promise-clock.ts';
import { HOUR_MS } from '../../base/units.ts';

const tooManyMessages = (retryAfterSeconds: number) =>
  new ApiError(
    429,
    'too_many_messages',
    'You’ve sent a lot of messages in the last hour. Please try again later, or email us.',
    { retryAfterSeconds },
  );

export type MessageRow = typeof orderMessages.$inferSelect;

/** Oldest first. */
export const messagesOf = allBy(orderMessages, 'caseId', asc(orderMessages.id));

export const messageById = oneBy(orderMessages, 'id');

/** Each is an email to the business. */
const MAX_OF_CUSTOMER_PER_HOUR = 30;

/** `adminId` is null for the customer, and for an email of the studio whose sender has no account. */
type Sender = Pick<MessageRow, 'caseId' | 'adminId'> & Partial<Pick<MessageRow, 'byEmail'>>;

export const isFromStudio = ({ adminId, byEmail }: Omit<Sender, 'caseId'>): boolean =>
  adminId !== null || byEmail === 'studio';

/** Stores a message once and emails it to the other side. */
export async function sendMessage(context: WorkContext, from: Sender, sent: SendMessage): Promise<void> {
  await inTransaction(context.db, () => void addMessage(context, from, sent));
}

/** Stores a message once, with what follows from it. Returns whether it is new. Call it in a transaction. */
export function addMessage(context: WorkContext, from: Sender, sent: SendMessage): boolean {
  const { caseId } = from;
  const order = orderStore.mainOf(context.db, caseId);
  if (!order) throw notFound();
  const id = storeMessage(context, from, sent);
  if (id === null) return false;
  const payload = { news: 'message' as const, id };
  if (isFromStudio(from)) {
    keepPromises(context, caseId, { kinds: ['contact'] });
    // Whoever got an email needs no other one about it.
    if (!from.byEmail) notifyCustomer(context, order, payload);
  } else notifyBusiness(context, caseId, payload);
  return true;
}

/** Returns its ID, or null if it was stored before. Call it inside a transaction. */
export function storeMessage(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  from: Sender,
  { key, text }: SendMessage,
): number | null {
  const { caseId } = from;
  const stored = db
    .insert(orderMessages)
    .values({ ...from, key, text, createdAt: now() })
    .onConflictDoNothing()
    .returning({ id: orderMessages.id })
    .get();
  if (stored && !isFromStudio(from) && countRecent(db, caseId, now()) > MAX_OF_CUSTOMER_PER_HOUR)
    throw tooManyMessages(HOUR_MS / 1_000);
  return stored?.id ?? null;
}

const countRecent = (db: Db, caseId: CaseId, now: Date): number =>
  countWhere(
    db,
    orderMessages,
    and(
      eq(orderMessages.caseId, caseId),
      isNull(orderMessages.adminId),
      sql`${orderMessages.byEmail} IS NOT 'studio'`,
      gt(orderMessages.createdAt, new Date(now.getTime() - HOUR_MS)),
    ),
  );

/** With who of the team wrote it. Customers read the name of the business. */
export const presentForTeam = (db: Db, row: MessageRow): OrderMessage => ({
  ...presentMessage(row),
  ...(row.adminId !== null && { by: firstNameOf(db, row.adminId) }),
});

export const presentMessage = (row: MessageRow): OrderMessage => ({
  id: row.id,
  isFromStudio: isFromStudio(row),
  isByEmail: row.byEmail !== null,
  text: row.text,
  sentAt: row.createdAt.toISOString(),
});
