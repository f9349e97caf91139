import { versionOf } from '../../base/seen-version.ts';
import type { PeopleContext } from '../context.ts';
import { createHash } from 'node:crypto';
import { ApiError, notLoggedIn, conflict, badField } from '../../base/errors.ts';
import { commandName } from '../../base/command-name.ts';
import { isSameSignature } from '../../base/signed.ts';
import { appendAudit, recordDetail } from '../../db/audit-log.ts';
import { saveShopSettings, waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { noticesOf } from '../../messages/notices.ts';
import * as adminStore from '../session/admin-store.ts';
import type { AdminUser } from '../session/admin-store.ts';
import { unclaimed } from '../session/first-admin.ts';
import { dropFirstPassword } from '../session/first-password.ts';
import type { Logins } from '../session/logins.ts';
import { adminIdOf } from '../session/session.ts';
import * as tokenStore from '../session/token-store.ts';
import { weaknessOf } from '../session/passwords.ts';
import { changeAddress, sendLink, TAKEN, tell } from './account-changes.ts';
import { isAddressCode, isInvited, newInvitation } from './invitations.ts';

const WRONG_CODE = 'This code isn’t right, or its time is over. Save again without a code to get a new one.';

const WRONG_CLAIM = 'This code isn’t right. The server prints it when it starts.';
const claimed = () =>
  conflict('already_claimed', 'This shop has an owner already. Log in, or ask the owner to invite you.');

/** Writing the email takes a while, and must not make the response wait. */
const SENT_AFTER_MS = 1_000;

/** The own account, and the links that open one. */
export function accountRoutes(mount: Mount, context: PeopleContext, logins: Logins): void {
  const { db, now, settings, passwords, limits } = context;

  const profileOf = (id: number) => {
    const { email, firstName, lastName } = self(id);
    return { email, firstName: firstName ?? '', lastName: lastName ?? '' };
  };

  mount('GET /api/json/notices', ({ ctx }) => {
    const { id, email } = self(adminIdOf(ctx));
    const notices = noticesOf(db, id);
    return { success: true, version: versionOf(notices), address: email, ...notices };
  });

  mount(
    'POST /api/admin/notices',
    async ({ body: { version: _version, ...notices }, ctx }) => {
      await inTransaction(db, () => adminStore.update(db, adminIdOf(ctx), { notices }, now()));
      return { success: true, message: 'Saved' };
    },
    ({ ctx }) => versionOf(noticesOf(db, adminIdOf(ctx))),
  );

  mount('GET /api/json/profile', ({ ctx }) => {
    const profile = profileOf(adminIdOf(ctx));
    return { success: true, version: versionOf(profile), ...profile };
  });

  mount(
    'POST /api/admin/profile',
    ({ body: { version: _version, code, email, ...names }, ctx }) =>
      inTransaction(db, () => {
        const before = self(adminIdOf(ctx));
        const isNew = email !== before.email.toLowerCase();
        if (isNew && adminStore.isTaken(db, email, before.id)) throw badField('email', TAKEN);
        if (isNew && code && !isAddressCode(settings.secret, before, email, now().getTime(), code))
          throw badField('code', WRONG_CODE);
        const { firstName, lastName } = before;
        recordDetail({ from: { firstName, lastName }, to: names });
        adminStore.update(db, before.id, names, now());
        if (!isNew) return { success: true, message: 'Saved', needsCode: false };
        if (!code) {
          tell(context, 'code', before.id, before.id, email, email);
          return { success: true, message: `We sent a code to ${email}`, needsCode: true };
        }
        changeAddress(context, before, email, before.id);
        recordDetail({ from: { firstName, lastName, email: before.email }, to: { ...names, email } });
        return { success: true, message: 'Saved', needsCode: false };
      }),
    ({ ctx }) => versionOf(profileOf(adminIdOf(ctx))),
  );

  mount('POST /api/claim', async ({ body, ctx }) => {
    const first = unclaimed(context);
    if (!first) throw claimed();
    const { code, password: chosen, username, ...rest } = body;
    const attempt = { purpose: 'claim' as const, username: first.admin.username, address: ctx.ip };
    const isRight = await limits.login.guard({ ...attempt, device: null }, async () =>
      isSameSignature(code.toLowerCase().replaceAll(/[^a-f\d]/g, ''), first.code.replaceAll('-', ''))
        ? true
        : null,
    );
    if (!isRight) throw badField('code', WRONG_CLAIM);
    const weakness = await weaknessOf(chosen, { username, businessName: settings.business.name });
    if (weakness) throw badField('password', weakness);
    const password = await passwords.hash(chosen);
    const owner = await inTransaction(db, () => {
      // Again, because somebody may have claimed the shop meanwhile.
      if (!unclaimed(context)) throw claimed();
      const { id } = first.admin;
      adminStore.update(db, id, { ...rest, username, password, lastLogin: now() }, now());
      const entry = { adminId: id, who: username, address: ctx.ip };
      appendAudit(db, { ...entry, action: 'shop-claimed' }, now());
      saveShopSettings(db, { isClaimed: true }, id, now());
      return self(id);
    });
    dropFirstPassword(settings.dataDir, first.admin.username);
    return logins.begin(ctx, owner, 'Welcome');
  });

  // Everything is written in one transaction and sent later, so that the time to answer doesn't tell who has an account.
  mount('POST /api/admin/forgot-password', async ({ body: { username }, ctx }) => {
    await inTransaction(db, () => {
      const person = adminStore.byUsernameOrEmail(db, username);
      const known = person?.isActive ? person : undefined;
      // People type passwords into the wrong field, so what is typed is not kept.
      const typed = createHash('sha256').update(username.toLowerCase()).digest('base64url');
      const key = known ? String(known.id) : typed;
      const isOver = limits.passwordLinks.secondsToWait(key) > 0;
      if (!isOver) limits.passwordLinks.add(key);
      const who = known?.username ?? 'Unknown username';
      const entry = { adminId: known?.id ?? null, who, address: ctx.ip };
      appendAudit(db, { ...entry, action: isOver ? 'password-link-refused' : 'password-link' }, now());
      if (!known || isOver) return;
      adminStore.update(db, known.id, newInvitation(now()), now());
      sendLink(context, adminStore.byId(db, known.id), { afterMs: SENT_AFTER_MS });
    });
    const onServer = `Another owner can make you a link under Settings, People. If you’re the only one, type this on the server: ${commandName('admin')}`;
    const message = !settings.smtpUrl
      ? `Email isn’t set up here, so nobody gets a link. ${onServer}`
      : waitsForOldMachine(db)
        ? `This shop was just restored, so its emails wait until an owner says that the old machine is off. ${onServer}`
        : 'If there’s an account, we sent it a link. It works once, for 15 minutes. At most three are sent in an hour.';
    return { success: true, message };
  });

  mount('POST /api/admin/invitation', ({ body }) => {
    const { username, role, isActive } = invitedBy(body);
    return { success: true, username, role, isMember: isActive };
  });

  mount('POST /api/admin/invitation/accept', async ({ body, ctx }) => {
    const { username, isActive: isMember } = invitedBy(body);
    const weakness = await weaknessOf(body.password, { username, businessName: settings.business.name });
    if (weakness) throw badField('password', weakness);
    const password = await passwords.hash(body.password);
    const person = await inTransaction(db, () => {
      // Again, because the link may have been used, replaced, or withdrawn meanwhile.
      const { id, email } = invitedBy(body);
      // The new password ends every session.
      adminStore.update(db, id, { password, isActive: true, invitedAt: null }, now());
      tokenStore.revokeAll(db, id, now());
      const action = isMember ? 'password-set-by-link' : 'invitation-accepted';
      const entry = { adminId: id, who: email, address: ctx.ip };
      appendAudit(db, { ...entry, action }, now());
      if (isMember) tell(context, 'password', id, id, email);
      return self(id);
    });
    dropFirstPassword(settings.dataDir, username);
    return logins.begin(ctx, person, isMember ? 'Password Updated' : 'Welcome');
  });

  function self(id: number): AdminUser {
    const person = adminStore.byId(db, id);
    if (!person) throw notLoggedIn();
    return person;
  }

  function invitedBy({ id, key }: { id: number; key: string }): AdminUser {
    const person = adminStore.byId(db, id);
    if (!person || !isInvited(context, person, key))
      throw new ApiError(
        404,
        'invitation_ended',
        'This link isn’t valid anymore. An invitation works once, for 48 hours; a link to set a new password, for 15 minutes. Ask for another one.',
      );
    return person;
  }
}
