import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/per-database.ts';
import { adminUsers } from '../db/schema.ts';

export type AdminUser = typeof adminUsers.$inferSelect;

const byUsernameStatement = perDatabase((db) =>
  db
    .select()
    .from(adminUsers)
    .where(eq(adminUsers.username, sql.placeholder('username')))
    .prepare(),
);

const byIdStatement = perDatabase((db) =>
  db
    .select()
    .from(adminUsers)
    .where(eq(adminUsers.id, sql.placeholder('id')))
    .prepare(),
);

export function byUsername(db: Db, username: string): AdminUser | undefined {
  return byUsernameStatement(db).get({ username });
}

export function byId(db: Db, id: number): AdminUser | undefined {
  return byIdStatement(db).get({ id });
}

export function isEmpty(db: Db): boolean {
  return db.select({ id: adminUsers.id }).from(adminUsers).limit(1).get() === undefined;
}

export function insert(db: Db, admin: Pick<AdminUser, 'username' | 'password' | 'email'>, now: Date): void {
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
