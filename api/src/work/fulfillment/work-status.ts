import type { CaseId } from '../../db/schema/columns.ts';
import type { RecordContext } from '../../db/context.ts';
import { shownWork } from '../../db/shown-work.ts';
import { and, eq, ne } from 'drizzle-orm';
import { WORK_LABELS, type WorkStatus } from '@northlight/shared/contracts/lists.ts';
import { formTables } from '../../db/schema/forms.ts';
import { endReviewIfUnpaid } from '../orders/order-lookups.ts';
import * as orderStore from '../orders/order-store.ts';
import { planReviewRequest } from './reviews.ts';
import * as caseStore from './case-store.ts';
import * as deliveryStore from './delivery-store.ts';
import * as promiseStore from './promise-store.ts';
import { keepPromises, pausePromises, resumePromises } from './promise-clock.ts';

/**
 * Sets the work status of everything under a number, and the clocks with it. `adminId` is null if it moves by
 * itself. Setting the same status again changes nothing. Call it inside a transaction.
 */
export function setWorkStatus(
  context: RecordContext,
  caseId: CaseId,
  workStatus: WorkStatus,
  adminId: number | null,
): void {
  const { db, now } = context;
  const changed = [
    orderStore.setWorkStatus(db, caseId, workStatus, now()),
    ...Object.values(formTables).map(
      (table) =>
        db
          .update(table)
          .set({ workStatus })
          .where(and(eq(table.caseId, caseId), ne(table.workStatus, workStatus)))
          .run().changes > 0,
    ),
  ];
  if (!changed.some(Boolean)) return;
  const text = WORK_LABELS[shownWork(db, { caseId, workStatus })];
  caseStore.addEvent(db, { caseId, kind: 'work-status', text, adminId, createdAt: now() });
  // Whoever changes the status has read the form. That the customer was contacted shows in the other ones.
  if (workStatus === 'waiting') pausePromises(context, caseId);
  else resumePromises(context, caseId);
  if (workStatus === 'delivered') endWork(context, caseId);
  else if (workStatus !== 'new') keepPromises(context, caseId, { kinds: ['contact'] });
}

/** What was promised is kept where a version was delivered. Elsewhere nobody waits for it any more. */
function endWork(context: RecordContext, caseId: CaseId): void {
  const { db } = context;
  const order = orderStore.mainOf(db, caseId);
  if (!order) return keepPromises(context, caseId);
  const delivered = new Set(deliveryStore.ofCase(db, caseId).map(({ serviceId }) => serviceId));
  promiseStore.endOpen(
    db,
    caseId,
    order.serviceTypes.filter((id) => !delivered.has(id)),
  );
  keepPromises(context, caseId);
  endReviewIfUnpaid(db, order.id);
  if (delivered.size > 0) planReviewRequest(context, order);
}
