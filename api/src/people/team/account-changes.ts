import { badField } from '../../base/errors.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { PeopleContext } from '../context.ts';
import * as adminStore from '../session/admin-store.ts';
import type { AdminUser } from '../session/admin-store.ts';

export const TAKEN = 'Someone with this email address already has an account.';

type Context = Pick<PeopleContext, 'db' | 'now'>;
type News = OutboxPayload['account']['news'];

// Call each in the transaction of its cause.

/** Tells an address what happened to an account. `email`: the new address that a code confirms. */
export function tell(
  { db, now }: Context,
  news: News,
  adminId: number,
  by: number,
  recipient: string,
  email?: string,
): void {
  const at = now().getTime();
  const payload = { adminId, news, at, by, ...(email !== undefined && { email }) };
  const key = `account:${news}:${adminId}:${at}:${recipient}`;
  outboxStore.queue({ db, now }, { kind: 'account', key, orderNumber: null, payload, recipient });
}

/** Emails the open invitation, or the link to set a new password. `by`: who sends it, if it isn't the person. */
export function sendLink(
  { db, now }: Context,
  person: AdminUser | undefined,
  { by, afterMs = 0 }: { by?: number; afterMs?: number } = {},
): void {
  if (!person?.invitedAt) return;
  const at = person.invitedAt.getTime();
  const message = {
    kind: 'invitation' as const,
    key: `invitation:${person.id}:${at}`,
    orderNumber: null,
    payload: { adminId: person.id, at, ...(by !== undefined && { by }) },
    recipient: person.email,
  };
  outboxStore.queue({ db, now }, message, new Date(now().getTime() + afterMs));
}

/** Tells both addresses. Whoever was invited by email logs in with the new address. Throws a 400 if it is taken. */
export function changeAddress(context: Context, person: AdminUser, email: string, by: number): void {
  const { db, now } = context;
  if (adminStore.isTaken(db, email, person.id)) throw badField('email', TAKEN);
  const username = person.username === person.email ? { username: email } : {};
  // An open link to set a new password went to the old address.
  adminStore.update(
    db,
    person.id,
    { email, ...username, ...(person.isActive && { invitedAt: null }) },
    now(),
  );
  for (const recipient of [person.email, email]) tell(context, 'address', person.id, by, recipient);
}
