import { notFound } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import { dismiss } from '../../money/payments/payment-reviews.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { dismissReview } from './overview-store.ts';
import { readOverview } from './read-overview.ts';

export function overviewRoutes(mount: Mount, context: AppContext): void {
  const { db, now } = context;
  mount('GET /api/json/overview', ({ ctx }) =>
    readOverview(context, { adminId: adminIdOf(ctx), role: ctx.session?.role }),
  );
  mount('POST /api/admin/setup', async ({ body: { isDismissed }, ctx }) => {
    const change = { isSetupDismissed: isDismissed };
    await inTransaction(db, () => saveShopSettings(db, change, adminIdOf(ctx), now()));
    return { success: true, message: isDismissed ? 'Dismissed' : 'Shown again' };
  });
  mount('POST /api/admin/payments/dismiss', async ({ body: { paymentId, orderNumber } }) => {
    recordDetail({ paymentId, orderNumber });
    await inTransaction(db, () => {
      const isDone =
        paymentId === undefined
          ? orderNumber !== undefined && dismissReview(db, orderNumber)
          : dismiss(db, paymentId, now());
      if (!isDone) throw notFound();
    });
    return { success: true, message: 'Dismissed' };
  });
}
