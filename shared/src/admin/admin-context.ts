import { createContext, useContext } from 'react';
import type { AdminClient } from './admin-client.ts';

export type AdminHost = {
  client: AdminClient;
  /** The shop whose console this is. */
  businessName: string;
};

export const AdminContext = createContext<AdminHost | null>(null);

export function useAdminHost(): AdminHost {
  const host = useContext(AdminContext);
  if (!host) throw new Error('The views of the dashboard stand inside AdminApp.');
  return host;
}
