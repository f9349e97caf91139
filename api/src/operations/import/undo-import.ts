import { and, asc, desc, eq, gte, isNotNull, like, lt, notInArray, sql } from 'drizzle-orm';
import type { ListedImport } from '@northlight/shared/contracts/import.ts';
import type { Db } from '../../db/client.ts';
import { countWhere } from '../../db/prepared.ts';
import { importedPeople, imports } from '../../db/schema/customers.ts';
import { caseEvents, orderLines, orders } from '../../db/schema/orders.ts';
import { adminUsers, auditLog } from '../../db/schema/people.ts';
import { agreements } from '../../db/schema/recurring.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import { personByEmail } from '../../work/customers/customer-store.ts';
import { importKey } from './store-import.ts';

const ORDERS = (id: number) => sql`imported ->> '$.importId' = ${id} AND imported IS NOT NULL`;
/** Each row that was added has one note. */
const isNoteOf = (id: number) =>
  and(gte(caseEvents.key, importKey(id, '')), lt(caseEvents.key, `import:${id};`));
const leftOf = (db: Db, id: number): number => countWhere(db, caseEvents, isNoteOf(id));

/** Newest first. */
export function listImports(db: Db): ListedImport[] {
  return db
    .select({ row: imports, by: adminUsers.username })
    .from(imports)
    .leftJoin(adminUsers, eq(adminUsers.id, imports.adminId))
    .orderBy(desc(imports.id))
    .all()
    .map(({ row: { id, name, createdAt }, by }) => ({
      id,
      name,
      by,
      createdAt: createdAt.toISOString(),
      left: leftOf(db, id),
    }));
}

/** What a case has if something has happened to its order, besides its own rows and notes. */
const ON_CASE = [
  'order_messages',
  'deliveries',
  'promises',
  'order_files',
  'outbox',
  'payment_requests',
  'quotes',
  'form_submissions',
  'voice_agent_form_submissions',
  'on_hold_submissions',
  'customer_reviews',
];
const HAS_CHANGED = sql.raw(
  [
    `payment_id IS NOT NULL`,
    `work_status <> 'delivered'`,
    `EXISTS (SELECT 1 FROM orders AS extra WHERE extra.case_id = orders.case_id AND extra.is_extra)`,
    `EXISTS (SELECT 1 FROM webhook_messages WHERE order_number = orders.order_number)`,
    `EXISTS (SELECT 1 FROM case_events WHERE case_id = orders.case_id AND coalesce(key, '') NOT GLOB 'import:*')`,
    `EXISTS (SELECT 1 FROM charges WHERE agreement_id = orders.id)`,
    `EXISTS (SELECT 1 FROM price_offers WHERE agreement_id = orders.id)`,
    `EXISTS (SELECT 1 FROM invoices WHERE order_id = orders.id)`,
    ...ON_CASE.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE case_id = orders.case_id)`),
  ].join(' OR '),
);

export type Undone = { removed: number; kept: string[] };

/**
 * Removes what an import added. Orders that something has happened to since stay, and so do customers whom somebody has
 * changed since, such as their tags: `kept` names them. A subscription is released: it goes on at Stripe, and the shop no longer reads it. Undefined if
 * there is no such import. Call it inside a transaction.
 */
export function undoImport(db: Db, id: number): Undone | undefined {
  const found = db.select().from(imports).where(eq(imports.id, id)).get();
  if (!found) return undefined;
  const before = leftOf(db, id);
  const kept: string[] = [];
  const keptCustomers: number[] = [];
  const added = db
    .select({ order: orders, hasChanged: sql<number>`${HAS_CHANGED}` })
    .from(orders)
    .where(ORDERS(id))
    .orderBy(asc(orders.id))
    .all();
  const hasBeenChanged = changedCustomers(db, found.createdAt);
  for (const { order, hasChanged } of added) {
    if (hasChanged) kept.push(order.orderNumber);
    else {
      const email = order.email.toLowerCase();
      const person = personByEmail(db, email);
      // Without the order, nothing else might keep the customer.
      if (person && hasBeenChanged(person.customerId))
        db.insert(importedPeople)
          .values({ ...order, email, importId: id, name: person.name })
          .onConflictDoNothing()
          .run();
      removeOrder(db, order);
    }
  }
  for (const { email } of db.select().from(importedPeople).where(eq(importedPeople.importId, id)).all()) {
    const customerId = personByEmail(db, email)?.customerId ?? 0;
    if (hasBeenChanged(customerId)) {
      kept.push(email);
      keptCustomers.push(customerId);
    } else {
      db.delete(importedPeople).where(eq(importedPeople.email, email)).run();
      searchIndex.indexCustomer(db, email);
    }
  }
  // Of customers who stay because they were known before, or have ordered since.
  db.delete(caseEvents)
    .where(
      and(isNoteOf(id), isNotNull(caseEvents.customerId), notInArray(caseEvents.customerId, keptCustomers)),
    )
    .run();
  return { removed: before - leftOf(db, id), kept };
}

function removeOrder(db: Db, { id, caseId, email }: typeof orders.$inferSelect): void {
  db.delete(agreements).where(eq(agreements.id, id)).run();
  db.delete(orderLines).where(eq(orderLines.orderId, id)).run();
  db.delete(caseEvents).where(eq(caseEvents.caseId, caseId)).run();
  db.delete(orders).where(eq(orders.id, id)).run();
  searchIndex.removeOrder(db, id);
  searchIndex.indexCustomer(db, email);
}

/** Says of a customer whether somebody has done anything on its page since, such as a note, its tags, or a join. */
function changedCustomers(db: Db, since: Date): (id: number) => boolean {
  const calls = db
    .select({ record: auditLog.record })
    .from(auditLog)
    .where(and(gte(auditLog.at, since), like(auditLog.action, 'POST /api/admin/customers/:id%')))
    .all();
  const ids = new Set(calls.map(({ record }) => record));
  return (id) => ids.has(String(id)) || hasOtherNotes(db, id);
}

const hasOtherNotes = (db: Db, customerId: number): boolean =>
  countWhere(
    db,
    caseEvents,
    and(eq(caseEvents.customerId, customerId), sql`coalesce(${caseEvents.key}, '') NOT GLOB 'import:*'`),
  ) > 0;
