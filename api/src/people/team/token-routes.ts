import { hasRight } from '@northlight/shared/contracts/rights.ts';
import { badInput, factorRequired, notFound } from '../../base/errors.ts';
import { endOfDay } from '../../base/business-hours.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { PeopleContext } from '../context.ts';
import { adminIdOf } from '../session/session.ts';
import * as tokenStore from '../session/token-store.ts';

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
    if (tokenStore.lesserRole(role, own) !== role) throw badInput(tooMuch, { role: [tooMuch] });
    const expiresAt = lastDay === null ? null : endOfDay(settings.hours, new Date(`${lastDay}T12:00:00Z`));
    const past = 'Please choose a day in the future.';
    if (expiresAt && expiresAt <= now()) throw badInput(past, { lastDay: [past] });
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
