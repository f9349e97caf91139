import type { ListChoices } from '@northlight/shared/contracts/orders.ts';
import { hasRight, type Right } from '@northlight/shared/contracts/rights.ts';
import { and, eq, getTableColumns, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { prepared, oneBy } from '../../db/prepared.ts';
import { customers } from '../../db/schema/customers.ts';
import { orders } from '../../db/schema/orders.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { readShopSettings } from '../../db/shop-settings.ts';

export type AdminUser = typeof adminUsers.$inferSelect;

/** Whether a person has a second factor, for a query of `admin_users`. */
export const hasFactor = sql<number>`(${adminUsers.totpSecret} IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.admin_id = ${adminUsers.id}))`;

/** Whether a person must set up a second factor first. */
export const lacksRequiredFactor = (
  db: Db,
  person: Pick<AdminUser, 'role'> & { hasFactor: number },
): boolean => person.role === 'owner' && !person.hasFactor && readShopSettings(db).requireSecondFactor;

/** The person’s name, or the username without one. */
export const nameOf = ({
  firstName,
  lastName,
  username,
}: Pick<AdminUser, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

/** As FIRST_NAME. */
export const firstNameOf = (db: Db, id: number): string => {
  const person = rowById(db, id);
  return person ? person.firstName || person.username : '';
};

/** The name for emails. The first owner has a username that says nothing, such as "admin". */
export const emailName = (person: Pick<AdminUser, 'firstName' | 'lastName' | 'username' | 'role'>): string =>
  person.role === 'owner' ? nameOf({ ...person, username: 'An owner' }) : nameOf(person);

/** What the person chose for the list of orders. */
export const listChoices = ({ views }: Pick<AdminUser, 'views'>): ListChoices =>
  Array.isArray(views) || !views ? { views: views ?? [], columns: null } : views;

const byIdStatement = prepared((db, given) =>
  db
    .select({ ...getTableColumns(adminUsers), hasFactor })
    .from(adminUsers)
    .where(eq(adminUsers.id, given('id'))),
);

const rowById = oneBy(adminUsers, 'id');

export const usernameOf = (db: Db, id: number): string | null => rowById(db, id)?.username ?? null;

export const byUsername = oneBy(adminUsers, 'username');

export function byId(db: Db, id: number): Listed | undefined {
  return byIdStatement(db).get({ id });
}

export function isEmpty(db: Db): boolean {
  return db.select({ id: adminUsers.id }).from(adminUsers).limit(1).get() === undefined;
}

export type NewAdmin = Pick<AdminUser, 'username' | 'password' | 'email' | 'role'> & Partial<AdminUser>;

export function insert(db: Db, admin: NewAdmin, now: Date): void {
  db.insert(adminUsers)
    .values({ ...admin, createdAt: now, updatedAt: now })
    .run();
}

export function recordLogin(db: Db, id: number, now: Date): void {
  db.update(adminUsers).set({ lastLogin: now }).where(eq(adminUsers.id, id)).run();
}

/** False when the password changed since `before` was read. */
export function replacePassword(db: Db, before: AdminUser, password: string, now: Date): boolean {
  return (
    db
      .update(adminUsers)
      .set({ password, updatedAt: now })
      .where(and(eq(adminUsers.id, before.id), eq(adminUsers.password, before.password)))
      .run().changes === 1
  );
}

export type Listed = ReturnType<typeof all>[number];

/** All administrators by name, and whether each has a second factor. */
export const all = (db: Db) =>
  db
    .select({ ...getTableColumns(adminUsers), hasFactor })
    .from(adminUsers)
    .orderBy(adminUsers.username)
    .all();

const isEmailOf = (email: string) => sql`lower(${adminUsers.email}) = ${email}`;

/** Whether an address in lower case belongs to anyone but `except`. */
export const isTaken = (db: Db, email: string, except = 0): boolean =>
  db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(
      and(or(isEmailOf(email), sql`lower(${adminUsers.username}) = ${email}`), ne(adminUsers.id, except)),
    )
    .get() !== undefined;

export const byUsernameOrEmail = (db: Db, typed: string): AdminUser | undefined =>
  byUsername(db, typed) ?? db.select().from(adminUsers).where(isEmailOf(typed.toLowerCase())).get();

export function update(db: Db, id: number, changes: Partial<AdminUser>, now: Date): void {
  db.update(adminUsers)
    .set({ ...changes, updatedAt: now })
    .where(eq(adminUsers.id, id))
    .run();
}

export const hasActiveOwner = (db: Db): boolean =>
  db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(and(eq(adminUsers.isActive, true), eq(adminUsers.role, 'owner')))
    .limit(1)
    .get() !== undefined;

/** Customers and work that goes on have nobody responsible until someone else is chosen. */
export function endResponsibilities(db: Db, id: number): void {
  const nobody = { responsibleId: null };
  db.update(customers).set(nobody).where(eq(customers.responsibleId, id)).run();
  db.update(orders)
    .set(nobody)
    .where(and(eq(orders.responsibleId, id), ne(orders.workStatus, 'delivered')))
    .run();
}

/** Who works on orders, by name. */
export const team = (db: Db): Pick<AdminUser, 'id' | 'username' | 'firstName' | 'lastName' | 'email'>[] =>
  db
    .select()
    .from(adminUsers)
    .where(eq(adminUsers.isActive, true))
    .all()
    .filter(({ role }) => hasRight(role, 'work'))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));

/** Whether somebody is active, and has a role with a right. */
export function mayNow(db: Db, id: number, right: Right): boolean {
  const person = byId(db, id);
  return person?.isActive === true && hasRight(person.role, right);
}
