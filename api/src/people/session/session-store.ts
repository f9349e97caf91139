import { createHash } from 'node:crypto';
import { and, desc, eq, isNull, ne, lt, lte, sql } from 'drizzle-orm';
import type { Role } from '@northlight/shared/contracts/rights.ts';
import type { Db } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { adminUsers, sessions } from '../../db/schema/people.ts';
import { byId, hasFactor, lacksRequiredFactor, nameOf, type AdminUser } from './admin-store.ts';
import { loginEnded } from '../../base/errors.ts';
import { HOUR_MS } from '../../base/units.ts';

/** An idle session ends after this. */
export const IDLE_MS = 12 * HOUR_MS;
/** Clock corrections are seconds. A time further in the future is from before the clock was set back. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** How long a second factor counts before it is asked for again. */
const CONFIRMED_MS = 10 * 60_000;
/** Use is recorded at most this often, because every write waits for the disk. */
const NOTED_EVERY_MS = 60_000;

/** Who logged in and with which password, and the rest as of now. */
export type SessionData = {
  adminId: number;
  credential: string;
  name?: string;
  role?: Role | undefined;
  /** The browser's User-Agent at login. Empty for older sessions. */
  device?: string;
  /** The IP address of the last use. */
  address?: string;
  /** Whether a second factor was given. For a new session. */
  isConfirmed?: boolean;
  /** Whether a person with a second factor may begin it without giving it: it goes on from another session. */
  mayLackFactor?: boolean;
  /** Whether a second factor is to be given again before something sensitive. */
  needsConfirmation?: boolean;
  /** Whether the shop wants a second factor that this person doesn't have. */
  mustAddFactor?: boolean;
  /** The ID of the API token that was sent instead of a cookie. */
  tokenId?: number;
};

const lastUse = sql<number>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;

// Takes the ID from the cookie and stores its digest. An ended session stays ended.

const live = prepared((db, given) =>
  db
    .select({
      adminId: sessions.adminId,
      credential: sessions.credential,
      password: adminUsers.password,
      role: adminUsers.role,
      username: adminUsers.username,
      firstName: adminUsers.firstName,
      lastName: adminUsers.lastName,
      confirmedAt: sessions.confirmedAt,
      device: sessions.device,
      address: sessions.address,
      hasFactor: hasFactor,
      createdAt: sessions.createdAt,
      usedAt: lastUse,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminId))
    .where(and(eq(sessions.id, given('id')), isNull(sessions.endedAt), eq(adminUsers.isActive, true))),
);

export function find(db: Db, now: Date, id: string): SessionData | undefined {
  const row = live(db).get({ id: digest(id) });
  if (!row || row.credential !== credentialOf(row) || !isInTime(row, now.getTime())) return undefined;
  const { adminId, credential, confirmedAt, role } = row;
  const isConfirmed = confirmedAt !== null && now.getTime() - confirmedAt.getTime() < CONFIRMED_MS;
  return {
    adminId,
    credential,
    role,
    name: nameOf(row),
    device: row.device,
    address: row.address,
    needsConfirmation: Boolean(row.hasFactor) && !isConfirmed,
    mustAddFactor: lacksRequiredFactor(db, row),
  };
}

/**
 * Does nothing for an ID that was ever stored, or a request in flight during logout could revive it. Throws when the
 * person may not log in this way any more: passwords take time to check.
 */
export function insert(
  db: Db,
  now: Date,
  id: string,
  { adminId, credential, device, address, isConfirmed, mayLackFactor = true }: SessionData,
  maxAgeMs: number,
): void {
  const person = byId(db, adminId);
  const lacksFactor = !mayLackFactor && person?.hasFactor;
  if (!person?.isActive || credentialOf(person) !== credential || lacksFactor) throw loginEnded();
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
      device,
      address,
      confirmedAt: isConfirmed ? createdAt : null,
    })
    .onConflictDoNothing()
    .run();
}

/** Whether the last use was noted long enough ago. False for an ended session. */
export function isUseDue(db: Db, now: Date, id: string): boolean {
  return db.select({ id: sessions.id }).from(sessions).where(dueUse(now, id)).get() !== undefined;
}

/** Records that the administrator did something, if that is due. */
export function recordUse(db: Db, now: Date, id: string, address: string): void {
  db.update(sessions).set({ lastUsedAt: now, address }).where(dueUse(now, id)).run();
}

const dueUse = (now: Date, id: string) =>
  and(eq(sessions.id, digest(id)), isNull(sessions.endedAt), lte(lastUse, now.getTime() - NOTED_EVERY_MS));

export function end(db: Db, now: Date, id: string): void {
  db.update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, digest(id)), isNull(sessions.endedAt)))
    .run();
}

/** Records that a second factor was given. */
export function confirm(db: Db, now: Date, id: string): void {
  db.update(sessions)
    .set({ confirmedAt: now })
    .where(eq(sessions.id, digest(id)))
    .run();
}

/** A person's sessions that have not ended, newest first. `isThis` marks the one with this ID. */
export const ofAdmin = (db: Db, now: Date, adminId: number, id: string) =>
  db
    .select()
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminId))
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt)))
    .orderBy(desc(sessions.createdAt))
    .all()
    .map(({ sessions: row, admin_users: admin }) => ({
      ...row,
      usedAt: row.lastUsedAt ?? row.createdAt,
      admin,
    }))
    .filter(
      (row) =>
        row.credential === credentialOf(row.admin) &&
        isInTime({ ...row, usedAt: row.usedAt.getTime() }, now.getTime()),
    )
    .map((row) => ({ ...row, isThis: row.id === digest(id) }));

/** Ends the session with this stored ID. False if the person has no such session. */
export const endStored = (db: Db, now: Date, adminId: number, storedId: string): boolean =>
  db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.id, storedId), eq(sessions.adminId, adminId), isNull(sessions.endedAt)))
    .run().changes > 0;

/** Ends every session of a person, except one. */
export function endAll(db: Db, adminId: number, now: Date, except?: string): void {
  const others = except === undefined ? undefined : ne(sessions.id, digest(except));
  db.update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.adminId, adminId), isNull(sessions.endedAt), others))
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
