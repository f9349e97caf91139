import type { Env } from '../../base/settings/env.ts';
import * as adminStore from './admin-store.ts';

/** Who is logged in, for the dashboard, and the time zone in which it shows days. */
export const presentUser = (admin: adminStore.AdminUser, { hours }: Pick<Env, 'hours'>) => ({
  id: admin.id,
  name: adminStore.nameOf(admin),
  role: admin.role,
  timeZone: hours.timeZone,
});
