import { readShopSettings } from '../../db/shop-settings.ts';
import type { PeopleContext } from '../context.ts';
import * as adminStore from './admin-store.ts';

/** Who is logged in, for the dashboard, and the time zone in which it shows days. */
export const presentUser = (
  admin: adminStore.AdminUser,
  { db, settings }: Pick<PeopleContext, 'db' | 'settings'>,
) => ({
  id: admin.id,
  name: adminStore.nameOf(admin),
  role: admin.role,
  staffSeesRevenue: readShopSettings(db).staffSeesRevenue,
  timeZone: settings.hours.timeZone,
});
