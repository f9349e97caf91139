import { versionOf } from '../../base/seen-version.ts';
import type { Context } from 'koa';
import type { PeopleContext } from '../context.ts';
import { appendAudit, recordDetail, unaudited } from '../../db/audit-log.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { badInput, notFound, notLoggedIn, wrongFactor, badField } from '../../base/errors.ts';
import * as adminStore from './admin-store.ts';
import type { AdminUser } from './admin-store.ts';
import { adminIdOf, deviceName, sessionIdOf } from './session.ts';
import * as factorStore from './factor-store.ts';
import type { SecondFactors } from './second-factor.ts';
import * as sessionStore from './session-store.ts';
import { encryptTotp, newTotpSecret, stepOfCode, totpUri } from './totp.ts';

const OWN_FACTOR_FIRST = 'Set up a second factor for yourself first.';
const WRONG_CODE = 'This code isn’t right. Check the time on your device and try the next one.';

/** The second factors and sessions of the own account. */
export function securityRoutes(mount: Mount, context: PeopleContext, factors: SecondFactors): void {
  const { db, now, settings } = context;

  mount('GET /api/json/security', ({ ctx }) => {
    const admin = self(ctx);
    return {
      success: true,
      hasTotp: admin.totpSecret !== null,
      passkeys: factorStore.passkeysOf(db, admin.id).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: factorStore.recoveryCodesLeft(db, admin.id),
      sessions: sessionStore.ofAdmin(db, now(), admin.id, sessionIdOf(ctx)).map((row) => ({
        id: row.id,
        device: deviceName(row.device),
        address: row.address,
        startedAt: row.createdAt.toISOString(),
        lastUsedAt: row.usedAt.toISOString(),
        isThis: row.isThis,
      })),
      settings: { ...securitySettings(), version: versionOf(securitySettings()) },
    };
  });

  mount('POST /api/admin/security/confirm/options', async ({ ctx }) => ({
    success: true,
    ...(await factors.passkeyOptions(adminIdOf(ctx))),
  }));

  mount('POST /api/admin/security/confirm', async ({ body, ctx }) => {
    const admin = await factors.check(adminIdOf(ctx), body);
    if (!admin) {
      const { id, username } = self(ctx);
      const entry = { adminId: id, who: username, address: ctx.ip, action: 'login-factor-failed' };
      await unaudited(() => inTransaction(db, () => appendAudit(db, entry, now())));
      throw wrongFactor();
    }
    await inTransaction(db, () => sessionStore.confirm(db, now(), sessionIdOf(ctx)));
    return { success: true, message: 'Confirmed' };
  });

  mount('POST /api/admin/security/ready', () => ({ success: true, message: 'Ready' }));

  mount('POST /api/admin/security/totp/new', async ({ ctx }) => {
    const secret = newTotpSecret();
    const uri = totpUri(secret, self(ctx).username, settings.business.name);
    const { renderSVG } = await import('uqr');
    return { success: true, secret, uri, qrSvg: renderSVG(uri) };
  });

  mount('POST /api/admin/security/totp', async ({ body: { secret, code }, ctx }) => {
    const step = isBase32(secret) ? stepOfCode(secret, code.replaceAll(' ', ''), now()) : null;
    if (step === null) throw badField('code', WRONG_CODE);
    return added(ctx, 'Authenticator app added', (id) =>
      adminStore.update(db, id, { totpSecret: encryptTotp(settings.secret, secret), totpStep: step }, now()),
    );
  });

  mount('POST /api/admin/security/totp/remove', async ({ ctx }) => {
    await inTransaction(db, () => {
      adminStore.update(db, adminIdOf(ctx), { totpSecret: null, totpStep: null }, now());
      dropUselessCodes(self(ctx));
    });
    return { success: true, message: 'Authenticator app removed' };
  });

  mount('POST /api/admin/security/passkeys/new', async ({ ctx }) => ({
    success: true,
    ...(await factors.newPasskeyOptions(self(ctx))),
  }));

  mount('POST /api/admin/security/passkeys', async ({ body: { ticket, name, passkey }, ctx }) => {
    const row = await factors.readNewPasskey(adminIdOf(ctx), ticket, passkey);
    recordDetail({ name });
    return added(ctx, 'Passkey added', () => factorStore.addPasskey(db, { ...row, name, createdAt: now() }));
  });

  mount('POST /api/admin/security/passkeys/:id/remove', async ({ params: { id }, ctx }) => {
    await inTransaction(db, () => {
      if (!factorStore.removePasskey(db, adminIdOf(ctx), id)) throw notFound();
      dropUselessCodes(self(ctx));
    });
    return { success: true, message: 'Passkey removed' };
  });

  mount('POST /api/admin/security/recovery-codes', async ({ ctx }) => {
    if (!factors.has(self(ctx))) throw badInput(OWN_FACTOR_FIRST);
    const recoveryCodes = await inTransaction(db, () =>
      factorStore.newRecoveryCodes(db, settings.secret, adminIdOf(ctx)),
    );
    return { success: true, message: 'The old codes no longer work', recoveryCodes };
  });

  mount('POST /api/admin/security/sessions/end-others', async ({ ctx }) => {
    await inTransaction(db, () => sessionStore.endAll(db, adminIdOf(ctx), now(), sessionIdOf(ctx)));
    return { success: true, message: 'Logged out everywhere else' };
  });

  mount('POST /api/admin/security/sessions/:id/end', async ({ params: { id }, ctx }) => {
    const isEnded = await inTransaction(db, () => sessionStore.endStored(db, now(), adminIdOf(ctx), id));
    if (!isEnded) throw notFound();
    return { success: true, message: 'Device logged out' };
  });

  mount(
    'POST /api/admin/security/settings',
    async ({ body: { version: _version, ...body }, ctx }) => {
      if (body.requireSecondFactor && !factors.has(self(ctx))) throw badInput(OWN_FACTOR_FIRST);
      recordDetail({ from: securitySettings(), to: body });
      await inTransaction(db, () => saveShopSettings(db, body, adminIdOf(ctx), now()));
      return { success: true, message: 'Saved' };
    },
    () => versionOf(securitySettings()),
  );

  function securitySettings() {
    const { requireSecondFactor, confirmRefundsAbove, staffQuoteLimit, staffSeesRevenue } =
      readShopSettings(db);
    return { requireSecondFactor, confirmRefundsAbove, staffQuoteLimit, staffSeesRevenue };
  }

  function self(ctx: Context): AdminUser {
    const admin = adminStore.byId(db, adminIdOf(ctx));
    if (!admin) throw notLoggedIn();
    return admin;
  }

  /** The first factor brings recovery codes, and counts as given. */
  async function added(ctx: Context, message: string, add: (adminId: number) => void) {
    const id = adminIdOf(ctx);
    const recoveryCodes = await inTransaction(db, () => {
      add(id);
      sessionStore.confirm(db, now(), sessionIdOf(ctx));
      return factorStore.recoveryCodesLeft(db, id) > 0
        ? null
        : factorStore.newRecoveryCodes(db, settings.secret, id);
    });
    return { success: true as const, message, recoveryCodes };
  }

  /** Without a second factor, recovery codes would open nothing. */
  function dropUselessCodes(admin: AdminUser): void {
    if (!factors.has(admin)) factorStore.removeFactors(db, admin.id);
  }
}

const isBase32 = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);
