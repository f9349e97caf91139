import type { CaseId } from '../../db/schema/columns.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { Db } from '../../db/client.ts';
import { deliveries } from '../../db/schema/fulfillment.ts';
import { oneBy, allBy } from '../../db/prepared.ts';

export type DeliveryRow = typeof deliveries.$inferSelect;

/** Oldest first. */
export const ofCase = allBy(deliveries, 'caseId', asc(deliveries.id));

export const byId = oneBy(deliveries, 'id');

/** The newest version of a service. Undefined before the first. */
export const latest = (db: Db, caseId: CaseId, service: ServiceId): DeliveryRow | undefined =>
  ofCase(db, caseId).findLast(({ serviceId }) => serviceId === service);

// Call these inside a transaction.

export function insert(
  db: Db,
  delivery: Omit<DeliveryRow, 'id' | 'answer' | 'change' | 'answeredAt'>,
): number {
  return db.insert(deliveries).values(delivery).returning({ id: deliveries.id }).get().id;
}

/** Records what the customer said. */
export function recordAnswer(
  db: Db,
  { caseId, serviceId, version }: Pick<DeliveryRow, 'caseId' | 'serviceId' | 'version'>,
  answered: Pick<DeliveryRow, 'answer' | 'change' | 'answeredAt'>,
): void {
  db.update(deliveries)
    .set(answered)
    .where(
      and(
        eq(deliveries.caseId, caseId),
        eq(deliveries.serviceId, serviceId),
        eq(deliveries.version, version),
      ),
    )
    .run();
}
