import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, getTableColumns, gt, isNull, or } from 'drizzle-orm';
import { ROLES, type Role } from '@northlight/shared/contracts/rights.ts';
import type { Db } from '../../db/client.ts';
import { prepared, oneBy } from '../../db/prepared.ts';
import { adminUsers, apiTokens } from '../../db/schema/people.ts';
import { hasFactor } from './admin-store.ts';

export type TokenRow = typeof apiTokens.$inferSelect;

/** So that leaked tokens are recognized, by people and by scanners. */
const PREFIX = 'northlight_';
const RANDOM_BYTES = 32;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

const findStatement = prepared((db, given) =>
  db
    .select({ token: apiTokens, person: { ...getTableColumns(adminUsers), hasFactor } })
    .from(apiTokens)
    .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.adminId))
    .where(
      and(eq(apiTokens.digest, given('digest')), isNull(apiTokens.revokedAt), eq(adminUsers.isActive, true)),
    ),
);

/** The token and its person; undefined if it is unknown, revoked, or expired, or the person can't log in. */
export function find(db: Db, token: string, now: Date) {
  if (!token.startsWith(PREFIX)) return undefined;
  const found = findStatement(db).get({ digest: digest(token) });
  return found && (found.token.expiresAt === null || found.token.expiresAt > now) ? found : undefined;
}

/** The role with fewer rights. */
export const lesserRole = (one: Role, other: Role): Role =>
  ROLES[Math.max(ROLES.indexOf(one), ROLES.indexOf(other))] ?? 'accountant';

/** Working tokens, newest first: of one person, or of everybody. */
export const list = (db: Db, adminId: number | null, now: Date) =>
  db
    .select({ token: apiTokens, by: adminUsers.username, role: adminUsers.role })
    .from(apiTokens)
    .innerJoin(adminUsers, eq(adminUsers.id, apiTokens.adminId))
    .where(
      and(
        isNull(apiTokens.revokedAt),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)),
        adminId === null ? undefined : eq(apiTokens.adminId, adminId),
      ),
    )
    .orderBy(desc(apiTokens.id))
    .all();

export const byId = oneBy(apiTokens, 'id');

// Call these inside a transaction.

/** Returns the token, which is stored nowhere. */
export function create(
  db: Db,
  given: Pick<TokenRow, 'adminId' | 'name' | 'role' | 'expiresAt' | 'createdAt'>,
): string {
  const token = PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
  db.insert(apiTokens)
    .values({ ...given, digest: digest(token) })
    .run();
  return token;
}

export function revoke(db: Db, id: number, now: Date): void {
  db.update(apiTokens).set({ revokedAt: now }).where(eq(apiTokens.id, id)).run();
}

/** What brings an account back into its owner's hands ends its tokens, too. */
export function revokeAll(db: Db, adminId: number, now: Date): void {
  const working = and(eq(apiTokens.adminId, adminId), isNull(apiTokens.revokedAt));
  db.update(apiTokens).set({ revokedAt: now }).where(working).run();
}

export function recordUse(db: Db, id: number, now: Date): void {
  db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id)).run();
}
