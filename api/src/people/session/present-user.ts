import * as adminStore from './admin-store.ts';

/** Who is logged in, for the dashboard. */
export const presentUser = (admin: adminStore.AdminUser) => ({
  id: admin.id,
  name: adminStore.nameOf(admin),
  role: admin.role,
});
