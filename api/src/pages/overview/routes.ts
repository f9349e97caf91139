import { conflict, notFound } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { saveShopSettings, waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { removeLeft } from '../../money/unfinished-checkouts/unfinished-store.ts';
import { dismiss } from '../../money/payments/payment-reviews.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { dismissConnectionNews } from './connection-news.ts';
import { readFigures } from './figures.ts';
import { dismissReview } from './overview-store.ts';
import { readOverview } from './read-overview.ts';
import { runTestOrder } from './test-order.ts';
import { liveSwitchRoutes } from './live-switch.ts';
import type { WithServer } from './setup.ts';

export function overviewRoutes(mount: Mount, context: WithServer): void {
  const { db, now } = context;
  liveSwitchRoutes(mount, context);
  mount('GET /api/json/overview', ({ ctx }) =>
    readOverview(context, { adminId: adminIdOf(ctx), role: ctx.session?.role }),
  );
  mount('GET /api/json/figures', ({ query, ctx }) =>
    readFigures(context, Number(query.days), ctx.session?.role),
  );
  mount('POST /api/admin/setup', async ({ body: { isDismissed }, ctx }) => {
    const change = { isSetupDismissed: isDismissed };
    await inTransaction(db, () => saveShopSettings(db, change, adminIdOf(ctx), now()));
    return { success: true, message: isDismissed ? 'Dismissed' : 'Shown again' };
  });
  mount('POST /api/admin/test-order', async ({ ctx }) => {
    const steps = await runTestOrder(context, { adminId: adminIdOf(ctx), clientAddress: ctx.ip });
    const failed = steps.some(({ problem }) => problem !== null);
    return { success: true, message: failed ? 'The test order found a problem' : 'Everything worked', steps };
  });
  mount('POST /api/admin/connection-news', async ({ body: { until }, ctx }) => {
    await inTransaction(db, () => dismissConnectionNews(db, adminIdOf(ctx), new Date(until), now()));
    return { success: true, message: 'Dismissed' };
  });
  mount('POST /api/json/old-machine', async ({ ctx }) => {
    await inTransaction(db, () => {
      if (!waitsForOldMachine(db)) throw conflict('not_waiting', 'Nothing waits anymore.');
      saveShopSettings(db, { restoredAt: null }, adminIdOf(ctx), now());
    });
    return { success: true, message: 'Everything continues' };
  });
  mount('POST /api/admin/payments/dismiss', async ({ body: { paymentId, orderNumber, leftAddress } }) => {
    recordDetail({ paymentId, orderNumber });
    await inTransaction(db, () => {
      const isDone =
        leftAddress !== undefined
          ? removeLeft(db, leftAddress)
          : paymentId === undefined
            ? orderNumber !== undefined && dismissReview(db, orderNumber)
            : dismiss(db, paymentId, now());
      if (!isDone) throw notFound();
    });
    return { success: true, message: 'Dismissed' };
  });
}
