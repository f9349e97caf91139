import { versionOf } from '../../base/seen-version.ts';
import type { Person } from '@northlight/shared/contracts/people.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { randomBytes } from 'node:crypto';
import type { PeopleContext } from '../context.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { badInput, notFound, factorRequired, conflict, badField } from '../../base/errors.ts';
import * as adminStore from '../session/admin-store.ts';
import type { AdminUser } from '../session/admin-store.ts';
import * as sessionStore from '../session/session-store.ts';
import * as tokenStore from '../session/token-store.ts';
import { removeFactors } from '../session/factor-store.ts';
import { adminIdOf } from '../session/session.ts';
import { changeAddress, sendLink, TAKEN, tell } from './account-changes.ts';
import { invitationLink, isExpired, newInvitation } from './invitations.ts';
import { endOfDay } from '../../base/business-hours.ts';

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
      if (adminStore.isTaken(db, body.email)) throw badField('email', TAKEN);
      const at = now();
      adminStore.insert(
        db,
        { ...body, username: body.email, password, isActive: false, ...newInvitation(at) },
        at,
      );
      sendInvitation(adminStore.byUsername(db, body.email), adminIdOf(ctx));
    });
    return invited(adminStore.byUsername(db, body.email), adminIdOf(ctx));
  });

  mount('POST /api/admin/people/:id/invite', async ({ params: { id }, ctx }) => {
    await inTransaction(db, () => {
      const person = existing(id);
      recordDetail({ person: person.email });
      if (!person.invitedAt && !person.isActive) throw badInput('Reactivate this person first.');
      adminStore.update(db, id, newInvitation(now()), now());
      sendInvitation(adminStore.byId(db, id), adminIdOf(ctx));
    });
    return invited(adminStore.byId(db, id), adminIdOf(ctx));
  });

  mount(
    'POST /api/admin/people/:id',
    async ({ params: { id }, body: { version: _version, ...body }, ctx }) => {
      const { hasSecondFactor, email, ...changes } = body;
      const by = adminIdOf(ctx);
      return inTransaction(db, () => {
        const before = existing(id);
        const from = Object.fromEntries(Object.keys(body).map((name) => [name, stateOf(before)[name]]));
        recordDetail({ person: before.email, from, to: body });
        if (body.isActive && !before.isActive && before.invitedAt)
          throw badInput('This person has to accept the invitation first.');
        // Deactivating someone ends an invitation that they never accepted, and a link to set a new password.
        adminStore.update(db, id, { ...changes, ...(body.isActive === false && { invitedAt: null }) }, now());
        if (body.role && !hasRight(body.role, 'work')) adminStore.endResponsibilities(db, id);
        if (!adminStore.hasActiveOwner(db))
          throw conflict(
            'last_owner',
            'The shop needs at least one active owner. Make someone else an owner first.',
          );
        if (hasSecondFactor === false) removeFactor(before, by);
        // Those of inactive people aren't found. Ending them keeps them ended after a reactivation.
        if (body.isActive === false) {
          sessionStore.endAll(db, id, now());
          tokenStore.revokeAll(db, id, now());
        }
        return email && email !== before.email
          ? moveAddress(before, email, by)
          : { success: true, message: 'Saved' };
      });
    },
    ({ params: { id } }) => personVersion(existing(id)),
  );

  /** Without email, owners send the link themselves. */
  function invited(person: AdminUser | undefined, by: number) {
    if (!person) throw notFound();
    const { email } = person;
    const what = person.isActive ? 'Link' : 'Invitation';
    if (settings.smtpUrl) return { success: true as const, message: `${what} sent to ${email}` };
    const message = `${what} saved. Email isn’t set up, so send ${email} the link.`;
    return { success: true as const, message, link: invitationLink(settings, person, by) };
  }

  function removeFactor(person: AdminUser, by: number): void {
    if (person.id === by) throw badInput('Remove your own second factor under Security.');
    adminStore.update(db, person.id, { totpSecret: null, totpStep: null }, now());
    removeFactors(db, person.id);
    const owner = existing(by);
    for (const { email } of [person, owner]) tell(context, 'factor-removed', person.id, by, email);
  }

  /** Of somebody who has not accepted yet, the new address gets a new invitation. */
  function moveAddress(before: AdminUser, email: string, by: number) {
    if (before.id === by) throw badInput('Change your own email address under Account.');
    changeAddress(context, before, email, by);
    if (before.isActive || !before.invitedAt) return { success: true as const, message: 'Saved' };
    adminStore.update(db, before.id, newInvitation(now()), now());
    sendInvitation(adminStore.byId(db, before.id), by);
    return invited(adminStore.byId(db, before.id), by);
  }

  function existing(id: number): adminStore.Listed {
    const person = adminStore.byId(db, id);
    if (!person) throw notFound();
    return person;
  }

  const sendInvitation = (person: AdminUser | undefined, by: number) => sendLink(context, person, { by });
}

const stateOf = (person: adminStore.Listed): Record<string, unknown> => ({
  ...person,
  hasSecondFactor: person.hasFactor === 1,
});

/** What one call changes. A login is none of it. */
const personVersion = ({ role, isActive, email, firstName, lastName, hasFactor }: adminStore.Listed) =>
  versionOf({ role, isActive, email, firstName, lastName, hasFactor });

function present({ hasFactor, ...person }: adminStore.Listed, now: Date): Person {
  const { id, username, email, role, lastLogin, invitedAt, isActive } = person;
  const { firstName, lastName } = person;
  return {
    id,
    version: personVersion({ ...person, hasFactor }),
    username,
    name: adminStore.nameOf(person),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email,
    role,
    state: isActive ? 'active' : !invitedAt ? 'deactivated' : isExpired(person, now) ? 'expired' : 'invited',
    hasSecondFactor: hasFactor === 1,
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}

/** API tokens: for other programs, which call the API as the person who made them. */
export function tokenRoutes(mount: Mount, { db, now, settings }: PeopleContext): void {
  mount('GET /api/json/tokens', ({ ctx }) => {
    const seesAll = hasRight(ctx.session?.role, 'manage');
    return {
      success: true,
      tokens: tokenStore.list(db, seesAll ? null : adminIdOf(ctx), now()).map(({ token, by, role }) => ({
        id: token.id,
        name: token.name,
        by,
        role: tokenStore.lesserRole(token.role, role),
        createdAt: token.createdAt.toISOString(),
        expiresAt: token.expiresAt?.toISOString() ?? null,
        lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
      })),
    };
  });

  mount('POST /api/admin/tokens', async ({ body: { name, role, lastDay }, ctx }) => {
    // Everyone may change their own account without a second factor. A token is more than that.
    if (ctx.session?.mustAddFactor) throw factorRequired();
    recordDetail({ name, role });
    const tooMuch = 'A token can’t have more rights than you.';
    const own = ctx.session?.role ?? 'accountant';
    if (tokenStore.lesserRole(role, own) !== role) throw badField('role', tooMuch);
    const expiresAt = lastDay === null ? null : endOfDay(settings.hours, lastDay);
    const past = 'Please choose a day in the future.';
    if (expiresAt && expiresAt <= now()) throw badField('lastDay', past);
    const token = await inTransaction(db, () =>
      tokenStore.create(db, { adminId: adminIdOf(ctx), name, role, expiresAt, createdAt: now() }),
    );
    return { success: true, message: 'Token created', token };
  });

  mount('POST /api/admin/tokens/:id/revoke', async ({ params: { id }, ctx }) => {
    await inTransaction(db, () => {
      const token = tokenStore.byId(db, id);
      const isTheirs = token?.adminId === adminIdOf(ctx) || hasRight(ctx.session?.role, 'manage');
      if (!token || !isTheirs) throw notFound();
      recordDetail({ name: token.name });
      tokenStore.revoke(db, id, now());
    });
    return { success: true, message: 'Token revoked' };
  });
}
