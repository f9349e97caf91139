import { notFound, conflict } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { saveShopSettings, waitsForOldMachine } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { isRealMoney } from '../../base/settings/payment-settings.ts';
import * as store from '../../db/connection-store.ts';
import { dismiss } from '../../money/payments/payment-reviews.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { readFigures } from './figures.ts';
import { dismissReview } from './overview-store.ts';
import { readOverview } from './read-overview.ts';
import { runTestOrder } from './test-order.ts';
import { liveChecks, type WithServer } from './setup.ts';

export function overviewRoutes(mount: Mount, context: WithServer): void {
  const { db, now, settings, serverEnv } = context;
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
  mount('GET /api/json/live-payments', () => ({
    success: true,
    state: store.isLiveFixed(serverEnv) ? 'server' : isRealMoney(settings.payments) ? 'on' : 'off',
    checks: liveChecks(context),
  }));
  mount('POST /api/json/live-payments', async ({ body: { isOn }, ctx }) => {
    if (store.isLiveFixed(serverEnv))
      throw conflict('set_on_server', 'The keys are set on the server, which decides.');
    const missing = liveChecks(context).filter(({ isDone }) => !isDone);
    if (isOn && missing.length > 0)
      throw conflict('not_ready', `This isn’t true yet: ${missing.map(({ label }) => label).join('; ')}.`);
    recordDetail({ isOn });
    await inTransaction(db, () => store.holdLive(db, !isOn, adminIdOf(ctx), now()));
    return { success: true, message: isOn ? 'The shop takes live payments' : 'No more live payments' };
  });
  mount('POST /api/json/old-machine', async ({ ctx }) => {
    await inTransaction(db, () => {
      if (!waitsForOldMachine(db)) throw conflict('not_waiting', 'Nothing waits anymore.');
      saveShopSettings(db, { restoredAt: null }, adminIdOf(ctx), now());
    });
    return { success: true, message: 'Everything goes on' };
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
