import { randomBytes } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import { signed } from '../../base/signed.ts';
import type { Db } from '../../db/client.ts';
import { passkeys, recoveryCodes } from '../../db/schema/people.ts';
import { oneBy, allBy } from '../../db/prepared.ts';

export type Passkey = typeof passkeys.$inferSelect;

const CODES = 10;
/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF_LENGTH = 5;

export const passkeysOf = allBy(passkeys, 'adminId', passkeys.createdAt);

export const passkeyById = oneBy(passkeys, 'id');

export function addPasskey(db: Db, passkey: typeof passkeys.$inferInsert): void {
  db.insert(passkeys).values(passkey).run();
}

export function recordPasskeyUse(db: Db, id: string, counter: number, now: Date): void {
  db.update(passkeys).set({ counter, lastUsedAt: now }).where(eq(passkeys.id, id)).run();
}

/** False when the person has no such passkey. */
export const removePasskey = (db: Db, adminId: number, id: string): boolean =>
  db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.adminId, adminId)))
    .run().changes > 0;

/** Replaces a person's codes and returns the new ones. */
export function newRecoveryCodes(db: Db, secret: string, adminId: number): string[] {
  db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
  const codes = Array.from({ length: CODES }, newCode);
  for (const code of codes)
    db.insert(recoveryCodes)
      .values({ adminId, digest: digest(secret, adminId, code) })
      .run();
  return codes;
}

/** True when the code was right. It is gone afterwards. */
export const useRecoveryCode = (db: Db, secret: string, adminId: number, code: string): boolean =>
  db
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.digest, digest(secret, adminId, code)))
    .run().changes > 0;

export const recoveryCodesLeft = (db: Db, adminId: number): number =>
  db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).get()?.left ?? 0;

/** Removes all second factors except the authenticator app, which is a column of the person. */
export function removeFactors(db: Db, adminId: number): void {
  db.delete(passkeys).where(eq(passkeys.adminId, adminId)).run();
  db.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId)).run();
}

function newCode(): string {
  // Bytes beyond the last whole round of letters would make some letters likelier.
  const fair = [...randomBytes(64)].filter((byte) => byte < 256 - (256 % LETTERS.length));
  const letters = fair.slice(0, 2 * HALF_LENGTH).map((byte) => LETTERS[byte % LETTERS.length]);
  return `${letters.slice(0, HALF_LENGTH).join('')}-${letters.slice(HALF_LENGTH).join('')}`;
}

function digest(secret: string, adminId: number, code: string): string {
  const typed = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return signed(secret, `recovery:${adminId}:${typed}`).toString('base64url');
}
