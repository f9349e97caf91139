import * as adminStore from './admin-store.ts';

/** Who is logged in, for the dashboard. Undefined for someone whose role is unknown. */
export function presentUser(admin: adminStore.AdminUser) {
  const role = adminStore.roleOf(admin);
  return role && { id: admin.id, name: adminStore.nameOf(admin), role };
}
