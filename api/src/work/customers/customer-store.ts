import { and, asc, eq, inArray, min, ne, sql } from 'drizzle-orm';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { ListedCustomer, Sees } from '@northlight/shared/contracts/customers.ts';
import { dayIn } from '../../base/business-hours.ts';
import type { Db } from '../../db/client.ts';
import type { RecordContext } from '../../db/context.ts';
import { countAgain } from '../../db/customer-figures.ts';
import { customerPeople, customers } from '../../db/schema/customers.ts';
import { caseEvents } from '../../db/schema/orders.ts';
import { adminUsers } from '../../db/schema/people.ts';
import * as searchIndex from '../../db/search/search-index.ts';
import { oneBy } from '../../db/prepared.ts';

export type CustomerRow = typeof customers.$inferSelect;
export type PersonRow = typeof customerPeople.$inferSelect;

export const byId = oneBy(customers, 'id');

/** In the order of their names. */
export const peopleOf = (db: Db, ids: readonly number[]): PersonRow[] =>
  db
    .select()
    .from(customerPeople)
    .where(inArray(customerPeople.customerId, [...ids]))
    .orderBy(asc(customerPeople.name), asc(customerPeople.email))
    .all();

export const personByEmail = (db: Db, email: string): PersonRow | undefined =>
  db.select().from(customerPeople).where(eq(customerPeople.email, email.toLowerCase())).get();

/** The customer who had this name first. */
export const firstOfName = (db: Db, name: string): number | null | undefined =>
  db
    .select({ id: min(customers.id) })
    .from(customers)
    .where(sql`${customers.name} = ${name} COLLATE NOCASE`)
    .get()?.id;

export const personById = oneBy(customerPeople, 'id');

export const tagsInUse = (db: Db): string[] =>
  db.$client
    .prepare<[], string>(
      `SELECT DISTINCT value FROM customers, json_each(customers.tags) WHERE tags <> '[]' ORDER BY value COLLATE NOCASE`,
    )
    .pluck()
    .all();

/** Whether a file is the document of an exemption. */
export const isCertificate = (db: Db, fileId: string): boolean =>
  db
    .select({ id: customers.id })
    .from(customers)
    .where(sql`${customers.exemption} ->> 'fileId' = ${fileId}`)
    .get() !== undefined;

/** Customers with their people, and who is responsible. */
export function presentCustomers(db: Db, rows: readonly CustomerRow[]): ListedCustomer[] {
  const people = Map.groupBy(
    peopleOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ customerId }) => customerId,
  );
  const team = new Map(
    db
      .select({ id: adminUsers.id, username: adminUsers.username })
      .from(adminUsers)
      .all()
      .map((one) => [one.id, one.username]),
  );
  return rows.map(({ paidCents, firstAt, lastAt, responsibleId, ...rest }) => ({
    ...rest,
    people: (people.get(rest.id) ?? []).map(({ email, name, sees }) => ({ email, name, sees })),
    responsible: team.get(responsibleId ?? 0) ?? null,
    paid: centsToText(paidCents),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }));
}

/** The certificates of those with these addresses to whom no sales tax is charged today. */
export function exemptionsOf(
  { db, settings, now }: RecordContext,
  emails: readonly string[],
): Map<string, string> {
  const today = dayIn(settings.hours, now());
  const theirs = db
    .select({ email: customerPeople.email, exemption: customers.exemption })
    .from(customerPeople)
    .innerJoin(customers, eq(customers.id, customerPeople.customerId))
    .where(inArray(customerPeople.email, [...new Set(emails.map((email) => email.toLowerCase()))]))
    .all();
  const exempt = theirs.flatMap(({ email, exemption }) =>
    exemption && (exemption.until ?? today) >= today ? [[email, exemption.certificate] as const] : [],
  );
  return new Map(exempt);
}

export const exemptionOf = (context: RecordContext, email: string): string | undefined =>
  exemptionsOf(context, [email]).get(email.toLowerCase());

// Call these inside a transaction.

export function update(
  db: Db,
  id: number,
  change: Partial<Pick<CustomerRow, 'tags' | 'responsibleId' | 'exemption'>>,
): void {
  db.update(customers).set(change).where(eq(customers.id, id)).run();
  reindex(db, id);
}

export function setAccess(db: Db, { email }: PersonRow, sees: Sees): void {
  db.update(customerPeople).set({ sees }).where(eq(customerPeople.email, email)).run();
}

/** Moves the people, tags, and notes of `other` to `row`. Nobody sees what others ordered before somebody allows it. */
export function join(db: Db, row: CustomerRow, other: CustomerRow): void {
  db.update(customerPeople)
    .set({ customerId: row.id, sees: 'own' })
    .where(inArray(customerPeople.customerId, [row.id, other.id]))
    .run();
  db.update(caseEvents).set({ customerId: row.id }).where(eq(caseEvents.customerId, other.id)).run();
  db.delete(customers).where(eq(customers.id, other.id)).run();
  db.update(customers)
    .set({
      tags: [...new Set([...row.tags, ...other.tags])],
      responsibleId: row.responsibleId ?? other.responsibleId,
      firstAt: new Date(Math.min(row.firstAt.getTime(), other.firstAt.getTime())),
      lastAt: new Date(Math.max(row.lastAt.getTime(), other.lastAt.getTime())),
    })
    .where(eq(customers.id, row.id))
    .run();
  refresh(db, row.id);
}

/** Makes a person a customer of their own, and returns its ID. Undefined if they are the only one. */
export function separate(db: Db, { email, customerId, name }: PersonRow): number | undefined {
  const isAlone =
    db
      .select()
      .from(customerPeople)
      .where(and(eq(customerPeople.customerId, customerId), ne(customerPeople.email, email)))
      .get() === undefined;
  if (isAlone) return undefined;
  const theirs = sql`FROM orders WHERE lower(email) = ${email}`;
  const { id } = db
    .insert(customers)
    .values({
      name: sql`coalesce((SELECT nullif(business_name, '') ${theirs} ORDER BY id DESC LIMIT 1), ${name || email})`,
      firstAt: sql`coalesce((SELECT min(created_at) ${theirs}), (SELECT first_at FROM customers WHERE id = ${customerId}))`,
      lastAt: sql`coalesce((SELECT max(created_at) ${theirs}), (SELECT last_at FROM customers WHERE id = ${customerId}))`,
    })
    .returning()
    .get();
  db.update(customerPeople)
    .set({ customerId: id, sees: 'both' })
    .where(eq(customerPeople.email, email))
    .run();
  refresh(db, customerId);
  refresh(db, id);
  return id;
}

function refresh(db: Db, id: number): void {
  db.$client.exec(countAgain(`id = ${id}`));
  reindex(db, id);
}

function reindex(db: Db, id: number): void {
  const [person] = peopleOf(db, [id]);
  if (person) searchIndex.indexCustomer(db, person.email);
}
