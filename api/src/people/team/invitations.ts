import { and, isNotNull, lt, sql } from 'drizzle-orm';
import type { PeopleContext } from '../context.ts';
import type { Db } from '../../db/client.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Env } from '../../base/settings/env.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import { type AdminUser, mayNow } from '../session/admin-store.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';

export const INVITATION_HOURS = 48;
export const PASSWORD_LINK_MINUTES = 15;
const LASTS_MS = INVITATION_HOURS * HOUR_MS;

type Invited = Pick<
  AdminUser,
  'id' | 'email' | 'isActive' | 'invitedAt' | 'invitationAgeMs' | 'invitationCountedAt'
>;

// Of an active person, it is the link to set a new password.
// The age is counted up every minute, so that setting the clock back extends no invitation, and ends none.

/** The columns of an invitation that is sent now. */
export const newInvitation = (at: Date) => ({ invitedAt: at, invitationAgeMs: 0, invitationCountedAt: at });

const lastsMs = sql`iif(${adminUsers.isActive}, ${PASSWORD_LINK_MINUTES * MINUTE_MS}, ${LASTS_MS})`;
const isOpen = and(isNotNull(adminUsers.invitedAt), lt(adminUsers.invitationAgeMs, lastsMs));

/** Adds the time since it was last counted to the age of every open invitation. Call it inside a transaction. */
export function countAges(db: Db, now: Date): void {
  const since = sql`coalesce(${adminUsers.invitationCountedAt}, ${adminUsers.invitedAt})`;
  db.update(adminUsers)
    .set({
      invitationAgeMs: sql`${adminUsers.invitationAgeMs} + max(0, ${now.getTime()} - ${since})`,
      invitationCountedAt: now,
    })
    .where(isOpen)
    .run();
}

/** Writes nothing without an open invitation. */
export async function countOpenInvitations({ db, now }: Pick<PeopleContext, 'db' | 'now'>): Promise<void> {
  const [open] = db.select({ id: adminUsers.id }).from(adminUsers).where(isOpen).limit(1).all();
  if (open) await inTransaction(db, () => countAges(db, now()));
}

/** Whether the time of an invitation, or of a link to set a new password, is over. */
export function isExpired(
  { isActive, invitedAt, invitationAgeMs, invitationCountedAt }: Invited,
  now: Date,
): boolean {
  const countedAt = invitationCountedAt ?? invitedAt ?? now;
  const lastsMs = isActive ? PASSWORD_LINK_MINUTES * MINUTE_MS : LASTS_MS;
  return invitationAgeMs + Math.max(0, now.getTime() - countedAt.getTime()) >= lastsMs;
}

/** Changes with every invitation, so accepting, canceling, or sending it again ends earlier links. */
function keyOf(secret: string, { id, email, invitedAt }: Invited, by: number): string {
  const about = `invitation:${id}:${email}:${invitedAt?.getTime()}`;
  const signature = signed(secret, by === 0 ? about : `${about}:${by}`).toString('base64url');
  return by === 0 ? signature : `${by}-${signature}`;
}

/**
 * The key is in the fragment, which browsers send to no server. Some mail security drops it, so the query says to the login page
 * what is missing. `by`: who sends it, or 0 for the person or the server.
 */
export const invitationLink = (
  { publicUrl, secret }: Pick<Env, 'publicUrl' | 'secret'>,
  person: Invited,
  by: number,
): string => {
  const kind = person.isActive ? 'password' : 'invite';
  return `${publicUrl}/admin-login?link=${kind}#${kind}=${person.id}.${keyOf(secret, person, by)}`;
};

/** The next code is another one after this time. The last one counts, too. */
const CODE_LASTS_MS = PASSWORD_LINK_MINUTES * MINUTE_MS;

/** The code that confirms a new email address of a person. A change of the address or the password ends it. */
export function addressCode(
  secret: string,
  { id, email, password }: Pick<AdminUser, 'id' | 'email' | 'password'>,
  address: string,
  at: number,
): string {
  const period = Math.floor(at / CODE_LASTS_MS);
  const bytes = signed(secret, `address:${id}:${email}:${password}:${address}:${period}`);
  return String(bytes.readUIntBE(0, 6) % 100_000_000).padStart(8, '0');
}

/** Whether a code is that of a new address, now or since the period before. */
export const isAddressCode = (
  secret: string,
  person: AdminUser,
  address: string,
  at: number,
  code: string,
): boolean =>
  [at, at - CODE_LASTS_MS].some((time) =>
    isSameSignature(code.replaceAll(/\D/g, ''), addressCode(secret, person, address, time)),
  );

/** Whether the key opens this person's invitation now, from a sender who may still invite people. */
export function isInvited(
  { db, settings, now }: Pick<PeopleContext, 'db' | 'settings' | 'now'>,
  person: Invited | undefined,
  key: string,
): boolean {
  if (!person?.invitedAt || isExpired(person, now())) return false;
  const isBy = (by: number) => isSameSignature(key, keyOf(settings.secret, person, by));
  const [, by] = /^(\d{1,9})-/.exec(key) ?? [];
  return isBy(0) || (by !== undefined && isBy(Number(by)) && mayNow(db, Number(by), 'manage'));
}
