import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { adminUsers, sessions } from '../db/schema.ts';
import type { AdminUser } from './admin-store.ts';

/** What a session holds: who, and by which password. Nothing in it ever changes. */
export type SessionData = { adminId: number; credential: string };

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Takes the id as the cookie carries it, stores its digest, and lets an ended session stay ended. */
export function createSessionStore(db: Db, now: () => Date) {
  const live = db
    .select({ adminId: sessions.adminId, credential: sessions.credential, password: adminUsers.password })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(sessions.endedAt),
        eq(adminUsers.isActive, true),
      ),
    )
    .prepare();

  return {
    find: (id: string): SessionData | undefined => {
      const row = live.get({ id: digest(id), now: now().getTime() });
      if (!row || row.credential !== credentialOf(row)) return undefined;
      return { adminId: row.adminId, credential: row.credential };
    },
    /** Does nothing for an id that was ever stored: a request in flight during logout could bring it back to life. */
    insert: (id: string, { adminId, credential }: SessionData, maxAgeMs: number): void => {
      const createdAt = now();
      // Here, at the rare login, rather than by a timer.
      db.delete(sessions).where(lt(sessions.expiresAt, createdAt)).run();
      db.insert(sessions)
        .values({
          id: digest(id),
          adminId,
          credential,
          createdAt,
          expiresAt: new Date(createdAt.getTime() + maxAgeMs),
        })
        .onConflictDoNothing()
        .run();
    },
    end: (id: string): void => {
      db.update(sessions)
        .set({ endedAt: now() })
        .where(and(eq(sessions.id, digest(id)), isNull(sessions.endedAt)))
        .run();
    },
  };
}

/** Other for every password, and useless to whoever wants to guess it. */
export function credentialOf({ password }: Pick<AdminUser, 'password'>): string {
  return digest(password);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
