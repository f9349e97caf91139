import type { Person } from '@northlight/shared/contracts/people.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { randomBytes } from 'node:crypto';
import type { PeopleContext } from '../context.ts';
import { appendAudit, recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { ApiError, badInput, notFound } from '../../base/errors.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import * as adminStore from '../session/admin-store.ts';
import type { AdminUser } from '../session/admin-store.ts';
import * as sessionStore from '../session/session-store.ts';
import * as tokenStore from '../session/token-store.ts';
import { presentUser } from '../session/present-user.ts';
import { adminIdOf, startSession } from '../session/session.ts';
import { weaknessOf } from '../session/weak-password.ts';
import { noticesOf } from '../../messages/notices.ts';
import { invitationLink, isExpired, isInvited, newInvitation } from './invitations.ts';

const TAKEN = 'Someone with this email address already has an account.';

/** The administrators of the shop. Invited people set their own password. */
export function peopleRoutes(mount: Mount, context: PeopleContext): void {
  const { db, now, settings, passwords } = context;

  mount('GET /api/json/team', () => ({
    success: true,
    team: adminStore
      .team(db)
      .map((one) => ({ id: one.id, username: one.username, name: adminStore.nameOf(one) })),
  }));

  mount('GET /api/json/people', () => ({
    success: true,
    people: adminStore.all(db).map((row) => present(row, now())),
  }));

  mount('POST /api/admin/people', async ({ body, ctx }) => {
    recordDetail({ email: body.email, role: body.role });
    // Nobody knows this password. It only fills the column until the person chooses one.
    const password = await passwords.hash(randomBytes(24).toString('base64url'));
    await inTransaction(db, () => {
      if (adminStore.isTaken(db, body.email)) throw badInput(TAKEN, { email: [TAKEN] });
      const at = now();
      adminStore.insert(
        db,
        { ...body, username: body.email, password, isActive: false, ...newInvitation(at) },
        at,
      );
      sendInvitation(adminStore.byUsername(db, body.email), adminIdOf(ctx));
    });
    return invited(adminStore.byUsername(db, body.email));
  });

  mount('POST /api/admin/people/:id/invite', async ({ params: { id }, ctx }) => {
    await inTransaction(db, () => {
      const person = existing(id);
      recordDetail({ person: person.email });
      if (!person.invitedAt) throw badInput('This person has already accepted the invitation.');
      adminStore.update(db, id, newInvitation(now()), now());
      sendInvitation(adminStore.byId(db, id), adminIdOf(ctx));
    });
    return invited(adminStore.byId(db, id));
  });

  mount('POST /api/admin/people/:id', async ({ params: { id }, body }) => {
    await inTransaction(db, () => {
      const before = existing(id);
      recordDetail({ person: before.email, from: stateOf(before), to: { ...stateOf(before), ...body } });
      // Deactivating someone who never accepted cancels the invitation.
      const isCanceled = body.isActive === false && before.invitedAt !== null;
      if (body.isActive && before.invitedAt)
        throw badInput('This person has to accept the invitation first.');
      adminStore.update(db, id, { ...body, ...(isCanceled && { invitedAt: null }) }, now());
      if (body.role && !hasRight(body.role, 'work')) adminStore.endResponsibilities(db, id);
      if (!adminStore.hasActiveOwner(db))
        throw new ApiError(
          409,
          'last_owner',
          'The shop needs at least one active owner. Make someone else an owner first.',
        );
      if (body.isActive !== false) return;
      // Those of inactive people aren't found. Ending them keeps them ended after a reactivation.
      sessionStore.endAll(db, id, now());
      tokenStore.revokeAll(db, id, now());
    });
    return { success: true, message: 'Saved' };
  });

  mount('GET /api/json/notices', ({ ctx }) => {
    const { id, email } = existing(adminIdOf(ctx));
    return { success: true, address: email, ...noticesOf(db, id) };
  });

  mount('POST /api/admin/notices', async ({ body, ctx }) => {
    await inTransaction(db, () => adminStore.update(db, adminIdOf(ctx), { notices: body }, now()));
    return { success: true, message: 'Saved' };
  });

  mount('POST /api/admin/invitation', ({ body }) => {
    const person = invitedBy(body);
    return { success: true, username: person.username, role: person.role };
  });

  mount('POST /api/admin/invitation/accept', async ({ body, ctx }) => {
    const { username } = invitedBy(body);
    const weakness = await weaknessOf(body.password, { username, businessName: settings.business.name });
    if (weakness) throw badInput(weakness, { password: [weakness] });
    const password = await passwords.hash(body.password);
    const person = await inTransaction(db, () => {
      // Again, because the invitation may have been accepted or canceled meanwhile.
      const { id, email } = invitedBy(body);
      adminStore.update(db, id, { password, isActive: true, invitedAt: null, lastLogin: now() }, now());
      const entry = { adminId: id, who: email, address: ctx.ip, record: null, detail: null };
      appendAudit(db, { ...entry, action: 'invitation-accepted' }, now());
      return existing(id);
    });
    await startSession(ctx, person);
    return { success: true, message: 'Welcome', user: presentUser(person, context) };
  });

  /** Without email, owners send the link themselves. */
  function invited(person: AdminUser | undefined) {
    if (!person) throw notFound();
    const { email } = person;
    if (settings.smtpUrl) return { success: true as const, message: `Invitation sent to ${email}` };
    const message = `Invitation saved. Email isn’t set up, so send ${email} the link.`;
    return { success: true as const, message, link: invitationLink(settings, person) };
  }

  function existing(id: number): AdminUser {
    const person = adminStore.byId(db, id);
    if (!person) throw notFound();
    return person;
  }

  function invitedBy({ id, key }: { id: number; key: string }): AdminUser {
    const person = adminStore.byId(db, id);
    if (!person || !isInvited(settings.secret, person, key, now()))
      throw new ApiError(
        404,
        'invitation_ended',
        'This invitation isn’t valid anymore. Invitations work once, for 48 hours. Ask the person who invited you to send it again.',
      );
    return person;
  }

  function sendInvitation(person: AdminUser | undefined, by: number): void {
    if (!person?.invitedAt) return;
    const at = person.invitedAt.getTime();
    const message = {
      kind: 'invitation' as const,
      key: `invitation:${person.id}:${at}`,
      orderNumber: null,
      payload: { adminId: person.id, at, by },
      recipient: person.email,
    };
    outboxStore.add(db, message, now());
  }
}

const stateOf = ({ role, isActive }: AdminUser) => ({ role, isActive });

function present({ hasFactor, ...person }: adminStore.Listed, now: Date): Person {
  const { id, username, email, role, lastLogin, invitedAt, isActive } = person;
  return {
    id,
    username,
    name: adminStore.nameOf(person),
    email,
    role,
    state: isActive ? 'active' : !invitedAt ? 'deactivated' : isExpired(person, now) ? 'expired' : 'invited',
    hasSecondFactor: hasFactor === 1,
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}
