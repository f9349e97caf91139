import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../env.ts';
import type { AdminUser } from '../session/admin-store.ts';

export const INVITATION_HOURS = 48;

type Invited = Pick<AdminUser, 'id' | 'email' | 'invitedAt'>;

/** Changes with every invitation, so accepting, canceling, or sending it again ends earlier links. */
function keyOf(secret: string, { id, email, invitedAt }: Invited): Buffer {
  return createHmac('sha256', secret).update(`invitation:${id}:${email}:${invitedAt?.getTime()}`).digest();
}

/** The key is in the fragment, which browsers send to no server. */
export const invitationLink = (
  { publicUrl, secret }: Pick<Env, 'publicUrl' | 'secret'>,
  person: Invited,
): string => `${publicUrl}/admin-login#invite=${person.id}.${keyOf(secret, person).toString('base64url')}`;

/** Whether the key opens this person's invitation now. */
export function isInvited(secret: string, person: Invited | undefined, key: string, now: Date): boolean {
  if (!person?.invitedAt) return false;
  const age = now.getTime() - person.invitedAt.getTime();
  const given = Buffer.from(key, 'base64url');
  const right = keyOf(secret, person);
  return (
    age < INVITATION_HOURS * 60 * 60_000 && given.length === right.length && timingSafeEqual(given, right)
  );
}
