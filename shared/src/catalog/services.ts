import { SERVICE_IDS, type ServiceId } from './ids.ts';

export type Service = {
  id: ServiceId;
  name: string;
  hasRecurringCost: boolean;
  /** Billed by a third party, so it counts as 0 in the bundle and in recurring payments. */
  isBilledSeparately?: boolean;
};

/** What never changes about the services. The owner sets the rest: see `catalog.ts`. */
export const SERVICES = {
  website: { id: 'website', name: 'Website', hasRecurringCost: true },
  voice: { id: 'voice', name: 'AI Voice Agent', hasRecurringCost: true, isBilledSeparately: true },
  onhold: { id: 'onhold', name: 'On-Hold Audio', hasRecurringCost: false },
} as const satisfies { [Id in ServiceId]: Service & { id: Id } };

/** The services in display order, typed as `Service`. */
export const serviceList: readonly Service[] = SERVICE_IDS.map((id) => SERVICES[id]);
