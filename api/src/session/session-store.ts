import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/per-database.ts';
import { adminUsers, sessions } from '../db/schema.ts';
import type { AdminUser } from './admin-store.ts';

/** An idle session ends after this. */
export const IDLE_MS = 12 * 60 * 60_000;
/** Clock corrections are seconds. A time further in the future is from before the clock was set back. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** Use is recorded at most this often, because every write waits for the disk. */
const NOTED_EVERY_MS = 60_000;

/** The content of a session, which never changes: who logged in, and with which password. */
export type SessionData = { adminId: number; credential: string };

const lastUse = sql<number>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

// Takes the ID from the cookie and stores its digest. An ended session stays ended.

const live = perDatabase((db) =>
  db
    .select({
      adminId: sessions.adminId,
      credential: sessions.credential,
      password: adminUsers.password,
      createdAt: sessions.createdAt,
      usedAt: lastUse,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminId))
    .where(
      and(eq(sessions.id, sql.placeholder('id')), isNull(sessions.endedAt), eq(adminUsers.isActive, true)),
    )
    .prepare(),
);

export function find(db: Db, now: Date, id: string): SessionData | undefined {
  const row = live(db).get({ id: digest(id) });
  if (!row || row.credential !== credentialOf(row) || !isInTime(row, now.getTime())) return undefined;
  return { adminId: row.adminId, credential: row.credential };
}

/** Does nothing for an ID that was ever stored, or a request in flight during logout could revive it. */
export function insert(
  db: Db,
  now: Date,
  id: string,
  { adminId, credential }: SessionData,
  maxAgeMs: number,
): void {
  const createdAt = now;
  // At login, which is rare, instead of on a timer.
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
}

/** Whether the last use was noted long enough ago. False for an ended session. */
export function isUseDue(db: Db, now: Date, id: string): boolean {
  return db.select({ id: sessions.id }).from(sessions).where(dueUse(now, id)).get() !== undefined;
}

/** Records that the administrator did something, if that is due. */
export function noteUse(db: Db, now: Date, id: string): void {
  db.update(sessions).set({ lastUsedAt: now }).where(dueUse(now, id)).run();
}

const dueUse = (now: Date, id: string) =>
  and(eq(sessions.id, digest(id)), isNull(sessions.endedAt), lte(lastUse, now.getTime() - NOTED_EVERY_MS));

export function end(db: Db, now: Date, id: string): void {
  db.update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, digest(id)), isNull(sessions.endedAt)))
    .run();
}

/** Times are Unix milliseconds, except for the columns. Setting the clock back extends neither limit. */
function isInTime(
  { createdAt, usedAt, expiresAt }: { createdAt: Date; usedAt: number; expiresAt: Date },
  now: number,
): boolean {
  const latest = Math.max(createdAt.getTime(), usedAt);
  return latest <= now + CLOCK_SLACK_MS && now < expiresAt.getTime() && now - usedAt < IDLE_MS;
}

/** A digest of the stored hash: changes with the password, and does not help to guess it. */
export function credentialOf({ password }: Pick<AdminUser, 'password'>): string {
  return digest(password);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
