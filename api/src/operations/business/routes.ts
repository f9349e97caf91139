import { desc, eq } from 'drizzle-orm';
import type { AppContext } from '../../money/context.ts';
import { closedDays } from '../../base/business-hours.ts';
import { recordDetail } from '../../db/audit-log.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { shopSettings } from '../../db/schema/server.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { nameOf } from '../../people/session/admin-store.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { checkHours, currentBusiness } from './business-settings.ts';
import type { SiteBuilder } from './site-builder.ts';

/** What older settings don't have. */
const NEW = { taxId: '' };

/** Without a site that is served, there is no builder. */
type Context = AppContext & { siteBuilder?: SiteBuilder; reloadBusiness: () => void };

/** The facts of the business: in emails, invoices, pages, and promises. */
export function businessRoutes(mount: Mount, context: Context): void {
  const { db, settings, now } = context;

  mount('GET /api/json/business', () => ({
    success: true,
    settings: currentBusiness(settings),
    closedDays: closedDays(settings.hours, now()),
    changes: db
      .select()
      .from(shopSettings)
      .leftJoin(adminUsers, eq(adminUsers.id, shopSettings.adminId))
      .orderBy(desc(shopSettings.id))
      .all()
      .flatMap(({ shop_settings: { values, createdAt }, admin_users: admin }) =>
        values.business
          ? [
              {
                at: createdAt.toISOString(),
                by: admin ? nameOf(admin) : '',
                settings: { ...NEW, ...values.business },
              },
            ]
          : [],
      ),
    pages: context.siteBuilder?.state() ?? 'current',
  }));

  mount('POST /api/admin/business', async ({ body, ctx }) => {
    checkHours(body);
    recordDetail({ from: currentBusiness(settings), to: body });
    await inTransaction(db, () => saveShopSettings(db, { business: body }, adminIdOf(ctx), now()));
    context.reloadBusiness();
    // Its failure is shown with the settings.
    void context.siteBuilder?.build().catch(() => {});
    return { success: true, message: 'Saved. Your website will show the change in less than a minute.' };
  });
}
