import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { adminUsers } from '../db/schema.ts';

export type AdminUser = typeof adminUsers.$inferSelect;
export type AdminStore = ReturnType<typeof createAdminStore>;

export function createAdminStore(db: Db) {
  const byUsername = db
    .select()
    .from(adminUsers)
    .where(eq(adminUsers.username, sql.placeholder('username')))
    .prepare();
  const byId = db
    .select()
    .from(adminUsers)
    .where(eq(adminUsers.id, sql.placeholder('id')))
    .prepare();

  return {
    byUsername: (username: string): AdminUser | undefined => byUsername.get({ username }),
    byId: (id: number): AdminUser | undefined => byId.get({ id }),
    isEmpty: (): boolean => db.select({ id: adminUsers.id }).from(adminUsers).limit(1).get() === undefined,
    insert: (admin: Pick<AdminUser, 'username' | 'password' | 'email'>, now: Date): void => {
      db.insert(adminUsers)
        .values({ ...admin, createdAt: now, updatedAt: now })
        .run();
    },
    recordLogin: (id: number, now: Date): void => {
      db.update(adminUsers).set({ lastLogin: now }).where(eq(adminUsers.id, id)).run();
    },
    /** False when somebody else changed it since `before` was read. */
    replacePassword: (before: AdminUser, password: string, now: Date): boolean =>
      db
        .update(adminUsers)
        .set({ password, updatedAt: now })
        .where(and(eq(adminUsers.id, before.id), eq(adminUsers.password, before.password)))
        .run().changes === 1,
  };
}
